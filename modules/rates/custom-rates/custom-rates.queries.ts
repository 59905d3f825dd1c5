import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import { staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import type { CustomDraft } from './custom-rates.contract.ts'

const columns = {
  currencyId: 'm.currencyId',
  branchId: 'm.branchId',
  customerType: 'm.customerType',
}

const current = (db: Db) =>
  db
    .selectFrom('rates.customRate as m')
    .innerJoin('rates.publication as p', (join) =>
      join.onRef('p.companyId', '=', 'm.companyId').onRef('p.id', '=', 'm.publicationId'),
    )
    .select(['m.id', 'm.currencyId', 'm.branchId', 'm.customerType', 'm.amountFrom', 'm.amountTo'])
    .select(['m.customerId', 'm.buy', 'm.sell', 'm.quoteUnit', 'p.author', 'p.reason', 'p.publishedAt'])
    .where('m.endedBy', 'is', null)

export type Row = Awaited<ReturnType<typeof find>> & object

export const list = (db: Db, input: ListInput) =>
  listPage(db, current(db), input, { columns, order: ['currencyId-asc'], tie: 'm.id' })

export const find = (db: Db, id: string) => current(db).where('m.id', '=', id).executeTakeFirst()

export async function insert(
  db: Db,
  publicationId: string,
  draft: CustomDraft & { quoteUnit: number },
): Promise<string> {
  const { id } = await db
    .insertInto('rates.customRate')
    .values({ ...draft, publicationId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Throws STALE_VERSION where somebody else has ended it meanwhile. */
export async function end(db: Db, id: string, publicationId: string): Promise<void> {
  const { rows } = await sql`update rates.custom_rate set ended_by = ${publicationId}
    where id = ${id} and ended_by is null returning id`.execute(db)
  if (rows.length === 0) throw staleVersion()
}
