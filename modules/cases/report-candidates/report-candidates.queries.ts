import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage, listPart } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { subjectType } from '#modules/exchange/workflow/deal-workflow.domain.ts'
import type { Subject } from '#modules/exchange/pricing/pricing.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('cases.reportCandidate')

const columns = {
  id: 'c.id',
  kind: 'c.kind',
  code: 'c.code',
  state: 'c.state',
  branchId: 'c.branchId',
  businessDate: 'c.businessDate',
  foundAt: 'c.foundAt',
  customerName: 'c.customerName',
  reference: 'c.reference',
}

/** A deal counts while it stands, and is still that of whom it was when it was added. */
const counts = sql<boolean>`(d.state in ('waiting', 'pending', 'partiallySettled', 'settled')
  and case when l.customer_id is not null and d.customer_id is not null then d.customer_id = l.customer_id
    else d.identity = l.identity end)`

/** What of a deal its candidate counts: a rule on cash the notes alone. */
const measured = sql<string>`(case when c.instrument = 'cash' then d.cash else d.amount end)`

const listed = { columns, place: 'c.branchId' }

/** Candidates of the branches in reach, with what their deals come to now. */
const named = (db: Db, scope: Scope) =>
  db
    .selectFrom('cases.reportCandidate as c')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('cases.reportCandidateSubject as l')
          .innerJoin('exchange.dealRead as d', (join) =>
            join
              .onRef('d.companyId', '=', 'l.companyId')
              .onRef('d.id', '=', 'l.subjectId')
              .on('l.subjectType', '=', subjectType),
          )
          .whereRef('l.companyId', '=', 'c.companyId')
          .whereRef('l.candidateId', '=', 'c.id')
          .select(sql<number>`count(*)::int`.as('deals'))
          .select(sql<number>`count(*) filter (where ${counts})::int`.as('counted'))
          .select(sql<string>`coalesce(sum(${measured}) filter (where ${counts}), 0)::text`.as('sum'))
          .select(sql<string>`string_agg(d.number, ', ' order by d.number)`.as('numbers'))
          .select(
            sql<string | null>`string_agg(d.number, ', ' order by d.number) filter (where not ${counts})`.as(
              'attempts',
            ),
          )
          .as('s'),
      (join) => join.onTrue(),
    )
    .where(withinScope(scope, 'branchIds', 'c.branchId'))
    .selectAll('c')
    .select(['s.deals', 's.counted', 's.sum', 's.numbers', 's.attempts'])
    .$narrowType<{ deals: number; counted: number; sum: string; numbers: string }>()

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db, scope), input, { ...listed, order: ['foundAt-desc'], tie: 'c.id' })

export const get = (db: Db, scope: Scope, id: string) =>
  named(db, scope).where('c.id', '=', id).executeTakeFirst()

/** A thousand of a list, the latest first, after the one that came last. */
export const listForExport = (
  db: Db,
  scope: Scope,
  input: Pick<ListInput, 'filters' | 'calendar'>,
  last: string | undefined,
) => listPart(named(db, scope), input, { ...listed, tie: 'c.id' }, last)

export const codes = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('cases.reportCandidate').select('code').distinct().orderBy('code').execute()).map(
    ({ code }) => code,
  )

/** The deals of a candidate. */
export const partsOf = (db: Db, candidateId: string) =>
  db
    .selectFrom('cases.reportCandidateSubject as l')
    .innerJoin('cases.reportCandidate as c', (join) =>
      join.onRef('c.companyId', '=', 'l.companyId').onRef('c.id', '=', 'l.candidateId'),
    )
    .innerJoin('exchange.dealRead as d', (join) =>
      join
        .onRef('d.companyId', '=', 'l.companyId')
        .onRef('d.id', '=', 'l.subjectId')
        .on('l.subjectType', '=', subjectType),
    )
    .select([
      'd.id',
      'd.number',
      'd.state',
      'd.businessDate',
      'd.submittedAt',
      'd.createdAt',
      'l.customerName',
      'd.currencies',
      'd.branchName',
      'd.maker',
    ])
    .select(sql<string>`case when ${counts} then ${measured} else l.amount end::text`.as('amount'))
    .select(sql<boolean>`not ${counts}`.as('isAttempted'))
    .where('l.candidateId', '=', candidateId)
    .orderBy('d.submittedAt')
    .orderBy('d.id')
    .$narrowType<
      Record<'id' | 'state' | 'businessDate' | 'createdAt' | 'currencies' | 'branchName' | 'maker', string>
    >()
    .execute()

/**
 * The open candidate by a rule to which one of these deals was added as this subject's; else that of the deal alone, where it was or
 * is a deal of nobody: a name that is put to a deal, or taken off, makes no second candidate of it.
 */
export const openWith = (
  db: Db,
  code: string,
  dealIds: readonly string[],
  { customerIds, papers, dealId }: Subject & { dealId: string },
) => {
  const of = sql`from cases.report_candidate_subject l where l.company_id = c.company_id and l.candidate_id = c.id`
  const isTheirs = sql<boolean>`exists (select ${of} and l.subject_type = 'deal' and l.subject_id = any(${[...dealIds]}::uuid[])
    and (l.customer_id = any(${[...customerIds]}::uuid[]) or l.identity = any(${[...papers]}::text[])))`
  const isOfNobody = customerIds.length + papers.length === 0
  const isOwn = sql<boolean>`(select bool_and(l.subject_type = 'deal' and l.subject_id = ${dealId}
    and (${isOfNobody} or (l.customer_id is null and l.identity = ''))) ${of})`
  return db
    .selectFrom('cases.reportCandidate as c')
    .select('c.id')
    .where('c.code', '=', code)
    .where('c.state', '=', 'open')
    .where((eb) => eb.or([isTheirs, isOwn]))
    .orderBy(isTheirs, 'desc')
    .orderBy('c.foundAt', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

/** Adds deals to a candidate, each once; one that was added before stands there as it is now. */
export const addDeals = (db: Db, candidateId: string, dealIds: readonly string[]) =>
  db
    .insertInto('cases.reportCandidateSubject')
    .columns(['candidateId', 'subjectType', 'subjectId', 'customerId', 'identity', 'customerName', 'amount'])
    .expression((eb) =>
      eb
        .selectFrom('exchange.dealRead as d')
        .innerJoin('cases.reportCandidate as c', 'c.companyId', 'd.companyId')
        .select([
          'c.id as candidateId',
          sql.lit(subjectType).as('subjectType'),
          'd.id',
          'd.customerId',
          'd.identity',
          'd.customerName',
          measured.as('amount'),
        ])
        .where('c.id', '=', candidateId)
        .where('d.id', 'in', [...dealIds]),
    )
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'candidateId', 'subjectType', 'subjectId']).doUpdateSet((eb) => ({
        customerId: eb.ref('excluded.customerId'),
        identity: eb.ref('excluded.identity'),
        customerName: eb.ref('excluded.customerName'),
        amount: eb.ref('excluded.amount'),
      })),
    )
    .execute()

/** Deals of a customer who is another from now on. */
export async function followCustomer(db: Db, fromId: string, toId: string): Promise<void> {
  await db
    .updateTable('cases.reportCandidateSubject')
    .set({ customerId: toId })
    .where('customerId', '=', fromId)
    .execute()
}
