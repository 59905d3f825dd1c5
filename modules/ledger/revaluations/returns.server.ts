import type { Ctx } from '#kit/server/context.server.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { addEvent } from '#modules/documents/public.server.ts'
import { businessDate, companies } from '#modules/organisation/public.server.ts'
import { post, type Poster } from '../posting/posting.server.ts'
import { takeEach } from '../posting/take-each.server.ts'
import { nextPeriod, returnedLines, returnEvent, type RevaluedLine } from './revaluations.domain.ts'
import * as queries from './revaluations.queries.ts'
import { accountsOf } from './simulation.server.ts'

const type = 'revaluation'

type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

/**
 * Within a period one run takes the place of the one before it, which goes back on its day. Answers the day of the next run, on which
 * this one goes back. Throws where the other has gone back already, or is of other branches.
 */
export async function replacePrevious(
  ctx: Reading,
  row: queries.RevaluationRow,
): Promise<string | undefined> {
  const { db, now, actor } = ctx
  const { businessDate: day } = row
  const all = await queries.listOverlapping(db, row, nextPeriod(day))
  const isSame = (one: (typeof all)[number]) =>
    one.isWhole === row.isWhole && (row.isWhole || one.branchId === row.branchId)
  const other = all.find((one) => !isSame(one) || (one.businessDate < day && one.isReturned))
  if (other) throw new Refusal('REVALUATION_STANDS', { number: other.number })
  for (const { id, version, branchId, businessDate: own } of all) {
    if (own > day) continue
    await postReturn(ctx, { id, branchId, returnsOn: day }, await queries.linesOf(db, id))
    await queries.rows.update(db, { id, version }, { isReturned: true, returnsOn: day })
    await tellReturn(db, { id, by: { id: actor.userId, name: actor.name }, now })
  }
  return all.find((one) => one.businessDate > day)?.businessDate
}

const tellReturn = (
  db: Db,
  { id, by, now }: { id: string; by: { id: string | null; name: string }; now: Date },
) =>
  addEvent(
    db,
    { type, id },
    {
      act: 'return',
      fromState: 'posted',
      toState: 'posted',
      byId: by.id,
      byName: by.name,
      at: now.toISOString(),
      note: '',
    },
  )

/** Posts what is not settled of a run, the other way, on a day. */
export async function postReturn(
  poster: Poster,
  { id, branchId, returnsOn }: { id: string; branchId: string; returnsOn: string },
  lines: readonly RevaluedLine[],
): Promise<void> {
  const back = returnedLines(lines, await accountsOf(poster.db))
  const source = { type, id }
  await post(poster, { event: returnEvent, source, businessDate: returnsOn, branchId, lines: back })
}

/** Gives back what is due, once its day has come at its branch, each run by itself; answers how many. */
export async function returnDue(db: Db, now: Date): Promise<number> {
  let count = 0
  // A branch may be a day ahead of UTC.
  const latest = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
  await takeEach(await queries.due(db, latest), async ({ id, version, branchId, author, returnsOn }) => {
    if (returnsOn === null || returnsOn > (await businessDate(db, branchId, now))) return
    await db.transaction().execute(async (tx) => {
      await queries.rows.update(tx, { id, version }, { isReturned: true })
      const poster = { db: tx, actor: { userId: null, name: author }, now }
      await postReturn(poster, { id, branchId, returnsOn }, await queries.linesOf(tx, id))
      await tellReturn(tx, { id, by: { id: null, name: author }, now })
    })
    count += 1
  })
  return count
}

export const revaluationJobs: readonly Job[] = [
  {
    name: 'ledger.returnRevaluations',
    cron: '*/5 * * * *',
    run: async (_payload, { services: { db, now } }) =>
      takeEach(await inCompany(undefined, () => companies(db)), ({ id }) =>
        inCompany(id, () => returnDue(db, now())),
      ),
  },
]
