import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import { nextNumber } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('remittance.inward')

const columns = {
  number: 'n.number',
  state: 'n.state',
  providerId: 'n.providerId',
  branchId: 'n.branchId',
  recipientName: 'n.recipientName',
  isIncomplete: 'n.isIncomplete',
  expiresOn: 'n.expiresOn',
  createdAt: 'n.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('remittance.inward as n')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 'n.companyId').onRef('p.id', '=', 'n.providerId'),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'n.companyId').onRef('b.branchId', '=', 'n.branchId'),
    )
    .leftJoin('customers.customerTypeRead as k', (join) =>
      join.onRef('k.companyId', '=', 'n.companyId').onRef('k.customerId', '=', 'n.customerId'),
    )
    .selectAll('n')
    .select(['p.name as provider', 'p.settlementCurrency', 'b.name as branch', 'k.customerType'])
    .$narrowType<{ branch: string }>()
export type InwardRow = Awaited<ReturnType<typeof find>>[number]

/** Of the whole company: it is paid at whatever counter the recipient comes to. */
export const list = (db: Db, _scope: unknown, input: ListInput) =>
  listPage(db, named(db), input, {
    columns,
    place: 'n.branchId',
    order: ['createdAt-desc'],
    tie: 'n.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('n.id', 'in', [...ids])
    .execute()

/** Whether a partner has used a code before. */
export async function isCodeUsed(db: Db, providerId: string, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('remittance.inward')
    .select('id')
    .where('providerId', '=', providerId)
    .where('code', '=', code)
    .executeTakeFirst()
  return found !== undefined
}

/** Takes the next number of a branch's inward remittances. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-IN`, kind: 'inward', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}

/** Those that nobody has asked for and that end within so many days, once each. */
export const listUnclaimed = (db: Db, until: string) =>
  db
    .updateTable('remittance.inward')
    .set({ isReminded: true })
    .where('state', 'in', ['noticed', 'inReview', 'cleared'])
    .where('isReminded', '=', false)
    .where('expiresOn', '<=', until)
    .returning(['id', 'number', 'recipientName', 'expiresOn'])
    .execute()

/** Inward remittances that wait for compliance and are of this customer, or that one. */
export const waitingFor = (
  db: Db,
  { customerId, dealId }: { customerId: string | null; dealId: string | null },
) =>
  db
    .selectFrom('remittance.inward')
    .select(['id', 'version'])
    .where('state', '=', 'inReview')
    .where((eb) => (customerId === null ? eb('id', '=', dealId) : eb('customerId', '=', customerId)))
    .execute()
