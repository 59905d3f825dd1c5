import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('bank.cheque')

const columns = {
  number: 'q.number',
  drawer: 'q.drawer',
  bankName: 'q.bankName',
  state: 'q.state',
  branchId: 'q.branchId',
  accountId: 'q.accountId',
  datedOn: 'q.datedOn',
  receivedOn: 'q.receivedOn',
  createdAt: 'q.createdAt',
}

const all = (db: Db) =>
  db
    .selectFrom('bank.cheque as q')
    .leftJoin('bank.chequePresentment as p', (join) =>
      join.onRef('p.companyId', '=', 'q.companyId').onRef('p.id', '=', 'q.presentmentId'),
    )
    .leftJoin('bank.transfer as t', (join) =>
      join.onRef('t.companyId', '=', 'p.companyId').onRef('t.id', '=', 'p.transferId'),
    )
    .selectAll('q')
    .select([
      'p.transferId',
      't.number as deposit',
      't.branchId as wayBranchId',
      't.sentDate',
      't.arrivedDate',
    ])
export type ChequeRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, all(db).where(withinScope(scope, 'branchIds', 'q.branchId')), input, {
    columns,
    place: 'q.branchId',
    order: ['createdAt-desc'],
    tie: 'q.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  all(db)
    .where('q.id', 'in', [...ids])
    .execute()

/** Whether the same number of the same bank is there already; one that was given back may come again. */
export async function isThere(db: Db, { number, bankName }: { number: string; bankName: string }) {
  const found = await db
    .selectFrom('bank.cheque as q')
    .select('q.id')
    .where(sql<boolean>`lower(q.bank_name) = lower(${bankName}) and upper(q.number) = upper(${number})`)
    .where('q.state', '<>', 'returned')
    .executeTakeFirst()
  return found !== undefined
}

/** Of payments of deals, those whose cheques are recorded; `isOwn`: only where the receipt was posted as its own. */
export async function listRecorded(
  db: Db,
  paymentIds: readonly string[],
  { isOwn = false }: { isOwn?: boolean } = {},
): Promise<Set<string>> {
  if (paymentIds.length === 0) return new Set()
  let query = db
    .selectFrom('bank.cheque as q')
    .select('q.paymentId')
    .where('q.paymentId', 'in', [...paymentIds])
    .where('q.state', '<>', 'returned')
  if (isOwn) query = query.where('q.isPostedByDeal', '=', false)
  return new Set((await query.execute()).flatMap(({ paymentId }) => paymentId ?? []))
}

/** Whether what the deal posted of a payment was a cheque that is recorded, or one that the customer owes since. */
export async function isSpent(db: Db, paymentId: string): Promise<boolean> {
  const found = await db
    .selectFrom('bank.cheque as q')
    .select('q.id')
    .where('q.paymentId', '=', paymentId)
    .where(({ eb, or }) => or([eb('q.isPostedByDeal', '=', true), eb('q.owedPart', '=', 'receivable')]))
    .executeTakeFirst()
  return found !== undefined
}

/** The cheques of payments of deals, also those that were given back, the oldest first. */
export const listOfPayments = (db: Db, paymentIds: readonly string[]) =>
  db
    .selectFrom('bank.cheque as q')
    .selectAll('q')
    .where('q.paymentId', 'in', [...paymentIds])
    .orderBy('q.createdAt')
    .orderBy('q.id')
    .execute()

export const markPayable = (db: Db, id: string) =>
  db.updateTable('bank.cheque').set({ owedPart: 'payable' }).where('id', '=', id).execute()

/** Puts cheques on a deposit, in this order. */
export const addPresentments = (
  db: Db,
  transferId: string,
  of: readonly { id: string; chequeId: string }[],
) =>
  db
    .insertInto('bank.chequePresentment')
    .values(of.map(({ id, chequeId }, at) => ({ id, transferId, chequeId, position: at + 1 })))
    .execute()

export const markPresentment = (db: Db, id: string, state: 'bounced' | 'cleared' | 'takenBack') =>
  db.updateTable('bank.chequePresentment').set({ state }).where('id', '=', id).execute()

/** The cheques of a deposit, with what became of each on it. */
export const listOfDeposit = (db: Db, transferId: string) =>
  db
    .selectFrom('bank.chequePresentment as p')
    .innerJoin('bank.cheque as q', (join) =>
      join.onRef('q.companyId', '=', 'p.companyId').onRef('q.id', '=', 'p.chequeId'),
    )
    .select(['q.id', 'q.version', 'q.number', 'q.bankName', 'q.drawer', 'q.datedOn', 'q.amount'])
    .select(['q.branchId', 'q.modeId', 'q.partyType', 'q.partyId', 'p.id as presentmentId', 'p.state'])
    .where('p.transferId', '=', transferId)
    .orderBy('p.position')
    .execute()

/** By deposit the authors of the cheques on it. */
export async function authorsOnDeposits(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('bank.chequePresentment as p')
    .innerJoin('bank.cheque as q', (join) =>
      join.onRef('q.companyId', '=', 'p.companyId').onRef('q.id', '=', 'p.chequeId'),
    )
    .select(['p.transferId', 'q.authorId'])
    .distinct()
    .where('p.transferId', 'in', [...ids])
    .execute()
  return new Map(
    Map.groupBy(found, ({ transferId }) => transferId)
      .entries()
      .map(([id, own]) => [id, own.map(({ authorId }) => authorId)]),
  )
}

/** Takes a cheque out of a deposit that is on its way; false where nothing would be left of it. */
export async function lessenDeposit(db: Db, transferId: string, amount: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update bank.transfer set amount = amount - ${amount}::numeric,
      value = value - ${amount}::numeric, version = version + 1
    where company_id = kit.company() and id = ${transferId} and state = 'inTransit' and amount > ${amount}::numeric`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/** The payments of deals whose cheques were recorded within the year. */
export async function listAllRecorded(db: Db): Promise<string[]> {
  const found = await db
    .selectFrom('bank.cheque as q')
    .select('q.paymentId')
    .where('q.paymentId', 'is not', null)
    .where('q.state', '<>', 'returned')
    .where('q.createdAt', '>=', sql<string>`now() - interval '400 days'`)
    .execute()
  return found.flatMap(({ paymentId }) => paymentId ?? [])
}

export const listIn = (db: Db, scope: Scope, state: 'cleared' | 'inHand') =>
  db
    .selectFrom('bank.cheque as q')
    .select(['q.id', 'q.branchId', 'q.number', 'q.bankName', 'q.drawer', 'q.amount'])
    .where('q.state', '=', state)
    .where(withinScope(scope, 'branchIds', 'q.branchId'))
    .orderBy('q.createdAt', state === 'cleared' ? 'desc' : 'asc')
    .limit(500)
    .execute()
