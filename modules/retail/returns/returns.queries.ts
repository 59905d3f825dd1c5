import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'
import { standing } from './returns.domain.ts'

export const rows = rowsOf('retail.refund')

const columns = {
  number: 'r.number',
  saleNumber: 's.number',
  state: 'r.state',
  branchId: 'r.branchId',
  counterId: 'r.counterId',
  createdAt: 'r.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('retail.refund as r')
    .innerJoin('retail.sale as s', (join) =>
      join.onRef('s.companyId', '=', 'r.companyId').onRef('s.id', '=', 'r.saleId'),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'r.companyId').onRef('b.branchId', '=', 'r.branchId'),
    )
    .innerJoin('organisation.counterNameRead as c', (join) =>
      join.onRef('c.companyId', '=', 'r.companyId').onRef('c.counterId', '=', 'r.counterId'),
    )
    .selectAll('r')
    .select(['s.number as saleNumber', 's.customerId as buyerId', 'b.name as branch', 'c.name as counter'])
    .$narrowType<{ branch: string; counter: string }>()
export type RefundRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'counterIds', 'r.counterId')), input, {
    columns,
    place: 'r.branchId',
    order: ['createdAt-desc'],
    tie: 'r.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('r.id', 'in', [...ids])
    .execute()

/** A settled sale, which nobody else returns or pays back until the caller's transaction ends. */
export const lockSold = (db: Db, saleId: string) =>
  db
    .selectFrom('retail.sale')
    .select(['id', 'branchId', 'rounding', 'state'])
    .where('id', '=', saleId)
    .forUpdate()
    .executeTakeFirst()

/** The sale of a receipt. */
export const findSale = (db: Db, number: string) =>
  db
    .selectFrom('retail.sale')
    .select(['id', 'branchId', 'number', 'businessDate', 'total'])
    .where('number', '=', number)
    .where('state', '=', 'settled')
    .executeTakeFirst()

/** The lines of a sale as they were sold. */
export const soldLines = (db: Db, saleId: string) =>
  db.selectFrom('retail.saleLine').selectAll().where('saleId', '=', saleId).orderBy('position').execute()

/** Lines of the returns of a sale that stand: what has come back, or is asked to. */
export const returnedLines = (db: Db, saleId: string) =>
  db
    .selectFrom('retail.refundLine as l')
    .innerJoin('retail.refund as r', (join) =>
      join.onRef('r.companyId', '=', 'l.companyId').onRef('r.id', '=', 'l.refundId'),
    )
    .selectAll('l')
    .select('r.state')
    .where('l.saleId', '=', saleId)
    .where('r.state', 'in', [...standing])
    .execute()

/** The lines of a return, with what the receipt says of them. */
export const linesOf = (db: Db, refundId: string) =>
  db
    .selectFrom('retail.refundLine as l')
    .innerJoin('retail.saleLine as s', (join) =>
      join
        .onRef('s.companyId', '=', 'l.companyId')
        .onRef('s.saleId', '=', 'l.saleId')
        .onRef('s.position', '=', 'l.salePosition'),
    )
    .selectAll('l')
    .select(['s.itemId', 's.sku', 's.name', 's.unit', 's.kind', 's.price', 's.rates', 's.principalId'])
    .where('l.refundId', '=', refundId)
    .orderBy('l.position')
    .execute()

interface NewLine {
  salePosition: number
  quantity: string
  serials: string[]
  batches: readonly object[]
  gross: string
  discount: string
  net: string
  taxes: readonly string[]
  tax: string
  total: string
  owed: string
  cost: string
}

export const addLines = (db: Db, key: { refundId: string; saleId: string }, lines: readonly NewLine[]) =>
  db
    .insertInto('retail.refundLine')
    .values(
      lines.map((line, at) => ({
        ...line,
        ...key,
        position: at + 1,
        taxes: JSON.stringify(line.taxes),
        batches: JSON.stringify(line.batches),
      })),
    )
    .execute()

/** The payments of a sale, each with what of it has gone back. */
export async function paymentsLeft(db: Db, saleId: string) {
  const { rows: found } = await sql<{ position: number; modeId: string | null; left: string }>`
    select p.position, p.mode_id, trim_scale(p.amount - coalesce(sum(b.amount), 0))::text as left
    from retail.sale_payment p
    left join retail.refund_payment b
      on b.company_id = p.company_id and b.sale_id = p.sale_id and b.sale_position = p.position
    where p.company_id = kit.company() and p.sale_id = ${saleId}
    group by p.position, p.mode_id, p.amount order by p.position`.execute(db)
  return found
}

/** The rounding that the returns of a sale have taken back. */
export async function roundingGiven(db: Db, saleId: string): Promise<string> {
  const { sum } = await db
    .selectFrom('retail.refund')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('rounding'), sql<string>`0`).as('sum'))
    .where('saleId', '=', saleId)
    .where('state', '=', 'settled')
    .executeTakeFirstOrThrow()
  return sum
}

export const paymentsOf = (db: Db, refundId: string) =>
  db
    .selectFrom('retail.refundPayment as b')
    .innerJoin('retail.salePayment as p', (join) =>
      join
        .onRef('p.companyId', '=', 'b.companyId')
        .onRef('p.saleId', '=', 'b.saleId')
        .onRef('p.position', '=', 'b.salePosition'),
    )
    .select(['p.modeId', 'b.amount', 'b.isSetOff'])
    .$narrowType<{ modeId: string }>()
    .where('b.refundId', '=', refundId)
    .orderBy('b.position')
    .execute()

export async function addPayments(
  db: Db,
  key: { refundId: string; saleId: string },
  payments: readonly { salePosition: number; amount: string; isSetOff: boolean }[],
): Promise<void> {
  if (payments.length > 0)
    await db
      .insertInto('retail.refundPayment')
      .values(payments.map((payment, at) => ({ ...payment, ...key, position: at + 1 })))
      .execute()
}

/** Takes the next number of a branch's returns. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-R`, kind: 'retailReturn', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}
