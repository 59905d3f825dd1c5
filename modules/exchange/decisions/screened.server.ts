import { answer } from '#kit/server/hooks.server.ts'
import { attempt, screeningDecided } from '#modules/screening/public.server.ts'
import { decide } from './deciding.server.ts'
import { listAwaiting } from './decisions.server.ts'
import { waitingFor } from './decisions.queries.ts'

/**
 * One decision settles the match and the deal: what stood at the compliance gate because of screening alone is let through, or ends
 * there, by who decided on the match, where they may decide on the deal too. Anything else about it waits as before.
 */
export const dealsScreened = answer(
  screeningDecided,
  async (db, { customerId, dealId, outcome, note, by }) => {
    const waiting = await waitingFor(db, { customerId, dealId })
    if (waiting.length === 0) return
    const ids = waiting.map(({ id }) => id)
    const mine = await listAwaiting({ db, actor: by.actor, now: by.now }, ids)
    const act = outcome === 'cleared' ? 'clearRba' : 'rejectRba'
    for (const { id, version } of waiting) {
      const gates = mine.get(id)?.gates.filter(({ kind }) => kind === 'rba') ?? []
      const isItAlone = gates.every(({ reason, inStead }) => reason === 'screening' && inStead === null)
      if (gates.length === 0 || (outcome === 'cleared' && !isItAlone)) continue
      // A deal of which more is open than this stays where it is.
      await attempt(db, () => decide({ db, ...by, input: { id, version, note } }, act, 'rba'))
    }
  },
)
