import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage, listPart } from '#kit/server/list.server.ts'
import type { DataSource } from '../screenings/screenings.domain.ts'

const columns = {
  dataSource: 'm.dataSource',
  isEnabled: 'm.isEnabled',
  customerId: 'm.customerId',
  since: 'm.since',
}

/** Monitored customers with the screening that they stand by, and how many wait for a decision. */
const listed = (db: Db) =>
  db
    .selectFrom('screening.monitoring as m')
    .leftJoin('screening.standing as t', (join) =>
      join
        .onRef('t.companyId', '=', 'm.companyId')
        .onRef('t.customerId', '=', 'm.customerId')
        .onRef('t.dataSource', '=', 'm.dataSource'),
    )
    .leftJoin('screening.screening as s', (join) =>
      join.onRef('s.companyId', '=', 't.companyId').onRef('s.id', '=', 't.screeningId'),
    )
    .select(['m.id', 'm.version', 'm.customerId', 'm.dataSource', 'm.isEnabled', 'm.since', 'm.byName'])
    .select(['t.screeningId', 't.numbers', 't.at', 's.state'])
    .select(
      sql<number>`(select count(*)::int from screening.screening o where o.company_id = m.company_id
        and o.customer_id = m.customer_id and o.data_source = m.data_source and o.is_open)`.as('openAlerts'),
    )

export const list = (db: Db, input: ListInput) =>
  listPage(db, listed(db), input, { columns, order: ['since-desc'], tie: 'm.id' })

/** A thousand of them after the one with the id `last`, the newest first. */
export const listForExport = (
  db: Db,
  input: Pick<ListInput, 'filters' | 'calendar'>,
  last: string | undefined,
) => listPart(listed(db), input, { columns, tie: 'm.id' }, last)

export const one = (db: Db, customerId: string, dataSource: DataSource) =>
  listed(db).where('m.customerId', '=', customerId).where('m.dataSource', '=', dataSource).executeTakeFirst()

/** Switches the monitoring of a customer, from now on. */
export const turn = (
  db: Db,
  row: {
    customerId: string
    dataSource: DataSource
    isEnabled: boolean
    since: string
    byName: string
    reason: string
  },
) =>
  db
    .insertInto('screening.monitoring')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'customerId', 'dataSource']).doUpdateSet((eb) => ({
        isEnabled: eb.ref('excluded.isEnabled'),
        since: eb.ref('excluded.since'),
        byName: eb.ref('excluded.byName'),
        reason: eb.ref('excluded.reason'),
        version: sql<number>`monitoring.version + 1`,
      })),
    )
    .execute()

/** The next monitored customers after `last`, with the number of the version that each was last asked against. */
export const listWatched = (
  db: Db,
  { dataSource, list: code, number }: { dataSource: DataSource; list: string; number: number },
  last: string,
  limit: number,
) =>
  db
    .selectFrom('screening.monitoring as m')
    .leftJoin('screening.standing as t', (join) =>
      join
        .onRef('t.companyId', '=', 'm.companyId')
        .onRef('t.customerId', '=', 'm.customerId')
        .onRef('t.dataSource', '=', 'm.dataSource'),
    )
    .select(['m.customerId', sql<number>`coalesce((t.numbers->>${code}::text)::int, 0)`.as('known')])
    .where('m.dataSource', '=', dataSource)
    .where('m.isEnabled', '=', true)
    .where('m.customerId', '>', last)
    .where(sql<boolean>`coalesce((t.numbers->>${code}::text)::int, 0) < ${number}`)
    .orderBy('m.customerId')
    .limit(limit)
    .execute()

/** The last number that a finished run over a list went up to; 0 before the first. */
export async function lastNumber(db: Db, code: string): Promise<number> {
  const row = await db
    .selectFrom('screening.run')
    .select('toNumber')
    .where('list', '=', code)
    .where('finishedAt', 'is not', null)
    .orderBy('toNumber', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.toNumber ?? 0
}

export const beginRun = (
  db: Db,
  row: {
    list: string
    versionId: string
    fromNumber: number
    toNumber: number
    entries: number
    startedAt: string
  },
) => db.insertInto('screening.run').values(row).returning('id').executeTakeFirstOrThrow()

export const noteRun = (
  db: Db,
  id: string,
  values: { customers?: number; hits?: number; finishedAt?: string },
) => db.updateTable('screening.run').set(values).where('id', '=', id).execute()

/** Whom a run over this version has found before it broke off. */
export async function alreadyAsked(db: Db, versionId: string): Promise<ReadonlySet<string>> {
  const found = await db
    .selectFrom('screening.screening')
    .select('customerId')
    .where('cause', '=', 'dataset_updated')
    .where(sql<boolean>`lists->0->>'versionId' = ${versionId}`)
    .execute()
  return new Set(found.flatMap(({ customerId }) => customerId ?? []))
}
