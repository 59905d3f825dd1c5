import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { lapse, lapsesIn } from '#modules/approvals/public.server.ts'
import { dealSubject, note, parts } from '../deals/deals.queries.ts'
import { notifyRequester } from '../notices/notices.server.ts'
import { askerOf } from '../reversals/reversals.domain.ts'
import * as queries from './decisions.queries.ts'

/**
 * Ends what was approved and not done by the end of its day, in the company of the connection; the requester hears of it, unless a
 * new request is open.
 */
async function lapseReversals(db: Db, now: Date): Promise<void> {
  for (const row of await queries.lockLapsing(db, now))
    for (const kind of await lapse(db, dealSubject(row.id), now)) {
      const of = kind === 'rest' ? rest : reversal
      const { events, gates } = await parts(db, row.id)
      await note(db, row.id, {
        act: of.lapses,
        fromState: row.state,
        toState: row.state,
        byId: null,
        byName: '',
        at: now.toISOString(),
        note: '',
      })
      if (gates.some((gate) => gate.kind === kind && gate.state === 'open')) continue
      await notifyRequester(db, row, { askerId: askerOf(events, of.asks), became: of.became, by: '' })
    }
}
const reversal = { asks: 'askReversal', lapses: 'lapseReversal', became: 'reversalLapsed' } as const
const rest = { asks: 'askRest', lapses: 'lapseRest', became: 'restLapsed' } as const

/** Every minute; what a server that was killed left undone is taken up by the next. */
export const reversalJobs: readonly Job[] = [
  {
    name: 'exchange.lapseReversals',
    cron: '* * * * *',
    run: async (_payload, { services: { db, now } }) => {
      const failed: unknown[] = []
      for (const companyId of await lapsesIn(db, now()))
        await inCompany(companyId, () => db.transaction().execute((tx) => lapseReversals(tx, now()))).catch(
          (error: unknown) => failed.push(error),
        )
      // One company's trouble keeps no other from its turn.
      if (failed.length > 0) throw new AggregateError(failed, 'Approvals that could not lapse')
    },
  },
]
