import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import type { TaxSayer } from '../taxes/taxes.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('retail.sale')

const columns = {
  number: 's.number',
  state: 's.state',
  branchId: 's.branchId',
  counterId: 's.counterId',
  customer: 's.customer',
  createdAt: 's.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('retail.sale as s')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 's.companyId').onRef('b.branchId', '=', 's.branchId'),
    )
    .innerJoin('organisation.counterNameRead as c', (join) =>
      join.onRef('c.companyId', '=', 's.companyId').onRef('c.counterId', '=', 's.counterId'),
    )
    .leftJoin('customers.customerTypeRead as k', (join) =>
      join.onRef('k.companyId', '=', 's.companyId').onRef('k.customerId', '=', 's.customerId'),
    )
    .selectAll('s')
    .select(['b.name as branch', 'c.name as counter', 'k.customerType'])
    .$narrowType<{ branch: string; counter: string }>()
export type SaleRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'counterIds', 's.counterId')), input, {
    columns,
    place: 's.branchId',
    order: ['createdAt-desc'],
    tie: 's.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('s.id', 'in', [...ids])
    .execute()

/** Waits until nothing else makes a document by the same id, which the browser has chosen. */
export const holdId = (db: Db, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('retail ' || ${id}, 0))`.execute(db)

/** Sales as parties of the journal, by their receipts. */
export async function numbersOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('retail.sale')
    .select(['id', 'number as name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(found.map((one) => [one.id, one]))
}

export const linesOf = (db: Db, saleId: string) =>
  db.selectFrom('retail.saleLine').selectAll().where('saleId', '=', saleId).orderBy('position').execute()

export interface NewLine {
  itemId: string
  sku: string
  name: string
  unit: string
  category: string
  kind: 'agency' | 'goods' | 'service'
  /** Whose it is, and the fraction of its price that is ours, of what is sold for another. */
  principalId: string | null
  commission: string | null
  quantity: string
  price: string
  serials: string[]
  batches: readonly object[]
  isIncluded: boolean
  rates: readonly string[]
  taxFrom: TaxSayer | null
  gross: string
  discount: string
  net: string
  taxes: readonly string[]
  tax: string
  owed: string
  total: string
}

/** Makes exactly these the lines of a sale, which has none where it is new; `costs` has what goods had cost, by their place. */
export async function setLines(
  db: Db,
  saleId: string,
  lines: readonly NewLine[],
  { costs = [], isNew = false }: { costs?: readonly string[]; isNew?: boolean } = {},
): Promise<void> {
  if (!isNew) await db.deleteFrom('retail.saleLine').where('saleId', '=', saleId).execute()
  await db
    .insertInto('retail.saleLine')
    .values(
      lines.map(({ rates, taxes, batches, ...line }, at) => ({
        ...line,
        saleId,
        position: at + 1,
        rates: JSON.stringify(rates),
        taxes: JSON.stringify(taxes),
        batches: JSON.stringify(batches),
        cost: costs[at] ?? '0',
      })),
    )
    .execute()
}

export const paymentsOf = (db: Db, saleId: string) =>
  db
    .selectFrom('retail.salePayment')
    .select(['modeId', 'tendered', 'amount'])
    // What was set off came by no mode.
    .where('modeId', 'is not', null)
    .$narrowType<{ modeId: string }>()
    .where('saleId', '=', saleId)
    .orderBy('position')
    .execute()

export async function addPayments(
  db: Db,
  saleId: string,
  payments: readonly { modeId: string | null; tendered: string; amount: string }[],
): Promise<void> {
  if (payments.length > 0)
    await db
      .insertInto('retail.salePayment')
      .values(payments.map((payment, at) => ({ ...payment, saleId, position: at + 1 })))
      .execute()
}

/** Takes the next number of a branch's sales. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-S`, kind: 'retailSale', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}

/** Sales that wait for compliance and are of this customer, or that one. */
export const waitingFor = (
  db: Db,
  { customerId, dealId }: { customerId: string | null; dealId: string | null },
) =>
  db
    .selectFrom('retail.sale')
    .select(['id', 'version'])
    .where('state', '=', 'waiting')
    .where((eb) => (customerId === null ? eb('id', '=', dealId) : eb('customerId', '=', customerId)))
    .execute()
