import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { note, parts, someOf } from '../deals/deals.queries.ts'
import { tellAsker } from '../telling/telling.server.ts'
import { askerOf } from './reversals.domain.ts'
import * as queries from './reversals.queries.ts'

/** Ends what was approved and not done by the end of its day, in the company of the connection; whoever asked hears of it. */
async function lapseReversals(db: Db, now: Date): Promise<void> {
  const ids = await queries.lapse(db, now)
  if (ids.length === 0) return
  for (const row of await someOf(db, ids)) {
    const { events } = await parts(db, row.id)
    await note(db, row.id, {
      act: 'lapseReversal',
      fromState: row.state,
      toState: row.state,
      byId: null,
      byName: '',
      at: now.toISOString(),
      note: '',
    })
    await tellAsker(db, row, { askerId: askerOf(events), became: 'reversalLapsed', by: '' })
  }
}

/** Every minute; what a server that was killed left undone is taken up by the next. */
export const reversalJobs: readonly Job[] = [
  {
    name: 'exchange.lapseReversals',
    cron: '* * * * *',
    run: async (_payload, { services: { db, now } }) => {
      const failed: unknown[] = []
      for (const companyId of await queries.lapsesIn(db, now()))
        await inCompany(companyId, () => db.transaction().execute((tx) => lapseReversals(tx, now()))).catch(
          (error: unknown) => failed.push(error),
        )
      // One company's trouble keeps no other from its turn.
      if (failed.length > 0) throw new AggregateError(failed, 'Approvals that could not lapse')
    },
  },
]
