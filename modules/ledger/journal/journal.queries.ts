import { sql, type SqlBool } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import { nameIn } from '../accounts/names.queries.ts'
import type { Ask } from '../balances/balances.queries.ts'

const columns = {
  event: 'e.event',
  branchId: 'e.branchId',
  sourceId: 'e.sourceId',
  businessDate: 'e.businessDate',
  at: 'e.at',
}

const named = (db: Db, scope: Scope) =>
  db
    .selectFrom('ledger.entry as e')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'e.companyId').onRef('b.branchId', '=', 'e.branchId'),
    )
    .select(['e.id', 'e.at', 'e.businessDate', 'e.branchId', 'e.event', 'e.sourceType', 'e.sourceId'])
    .select(['e.reversesId', 'e.note', 'e.author', 'b.name as branchName'])
    .select(
      sql<string>`(select trim_scale(coalesce(sum(l.amount) filter (where l.amount > 0), 0))::text from ledger.line l
        where l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id)`.as('value'),
    )
    .$narrowType<{ branchName: string }>()
    .where(withinScope(scope, 'branchIds', 'e.branchId'))

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db, scope), input, { columns, place: 'e.branchId', order: ['at-desc'], tie: 'e.id' })

export const get = (db: Db, scope: Scope, id: string) =>
  named(db, scope)
    .select([
      sql<string | null>`(select s.number::text from ledger.sealed s
        where s.company_id = e.company_id and s.entry_id = e.id)`.as('sealNumber'),
      sql<string | null>`(select r.id from ledger.entry r
        where r.company_id = e.company_id and r.source_id = e.source_id and r.reverses_id = e.id limit 1)`.as(
        'reversedById',
      ),
    ])
    .where('e.id', '=', id)
    .executeTakeFirst()

export const linesOf = (db: Db, entry: { id: string; at: string }, language: Language) =>
  db
    .selectFrom('ledger.line as l')
    .innerJoin('ledger.account as a', (join) =>
      join.onRef('a.companyId', '=', 'l.companyId').onRef('a.id', '=', 'l.accountId'),
    )
    .leftJoin('organisation.counterNameRead as c', (join) =>
      join.onRef('c.companyId', '=', 'l.companyId').onRef('c.counterId', '=', 'l.counterId'),
    )
    .select(['l.accountId', 'a.code as accountCode', 'c.name as counterName'])
    .select(nameIn('a', language).as('accountName'))
    .select(['l.itemId', 'l.partyType', 'l.partyId'])
    .select([
      sql<string | null>`trim_scale(l.quantity)::text`.as('quantity'),
      sql<string>`trim_scale(l.amount)::text`.as('amount'),
    ])
    .where('l.at', '=', entry.at)
    .where('l.entryId', '=', entry.id)
    .orderBy('l.position')
    .execute()

const ofAccount = (db: Db, scope: Scope, { accountId, branchId, party }: Ask) =>
  db
    .selectFrom('ledger.line as l')
    .where('l.accountId', '=', accountId)
    .where(withinScope(scope, 'branchIds', 'l.branchId'))
    .$if(branchId !== undefined, (q) => q.where('l.branchId', '=', branchId ?? ''))
    .$if(party !== undefined, (q) =>
      q.where('l.partyType', '=', party?.type ?? '').where('l.partyId', 'in', [...(party?.ids ?? [])]),
    )

/** The lines of an account in a period, in the order of posting, each with the sum up to it. */
export const linesIn = (db: Db, scope: Scope, ask: Ask, most: number) =>
  db
    // The lines alone at first: no more entries are looked up than are shown.
    .selectFrom(
      ofAccount(db, scope, ask)
        .selectAll('l')
        .select(
          sql<string>`sum(l.amount) over (order by l.business_date, l.at, l.entry_id, l.position)::text`.as(
            'sum',
          ),
        )
        .where(sql<SqlBool>`l.business_date between ${ask.from} and ${ask.to}`)
        .orderBy('l.businessDate')
        .orderBy('l.at')
        .orderBy('l.entryId')
        .orderBy('l.position')
        .limit(most)
        .as('l'),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('ledger.entry as e')
          .select(['e.event', 'e.author', 'e.sourceId'])
          .whereRef('e.companyId', '=', 'l.companyId')
          .whereRef('e.at', '=', 'l.at')
          .whereRef('e.id', '=', 'l.entryId')
          .offset(0)
          .as('e'),
      (join) => join.onTrue(),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'l.companyId').onRef('b.branchId', '=', 'l.branchId'),
    )
    .leftJoin('organisation.counterNameRead as c', (join) =>
      join.onRef('c.companyId', '=', 'l.companyId').onRef('c.counterId', '=', 'l.counterId'),
    )
    .select(['l.entryId', 'l.position', 'l.businessDate', 'l.at', 'l.itemId', 'e.event', 'e.author'])
    .select(['e.sourceId', 'b.name as branchName', 'c.name as counterName'])
    .select(['l.partyType', 'l.partyId', 'l.sum'])
    .select([
      sql<string | null>`trim_scale(l.quantity)::text`.as('quantity'),
      sql<string>`trim_scale(l.amount)::text`.as('amount'),
    ])
    .$narrowType<{ branchName: string }>()
    .orderBy('l.businessDate')
    .orderBy('l.at')
    .orderBy('l.entryId')
    .orderBy('l.position')
    .execute()
