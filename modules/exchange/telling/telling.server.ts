import { reservationsExpired } from '#modules/ledger/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { GateDraft } from '../deals/deal-workflow.domain.ts'
import type { DealRecord } from '../deals/deal-view.server.ts'
import * as queries from '../deals/deals.queries.ts'

const compliance = { roles: ['compliance_officer', 'mlro'] }
const words = ({ number, customerName, currencies }: DealRecord) => ({
  number: number ?? '',
  about: [customerName, currencies].filter(Boolean).join(', '),
})

/** Compliance hears of a deal that waits for it, and of every deal of a customer whom it watches; domain 5.8. */
export async function tellCompliance(
  db: Db,
  row: DealRecord,
  gates: readonly Pick<GateDraft, 'kind'>[],
  isMonitored: boolean,
): Promise<void> {
  if (gates.some(({ kind }) => kind === 'rba'))
    await notify(db, { to: compliance, type: 'WARNING', text: 'deals.waits', values: words(row) })
  if (isMonitored)
    await notify(db, { to: compliance, type: 'WARNING', text: 'deals.monitored', values: words(row) })
}

/** Whoever made a deal hears what became of it at its gates. */
export const tellMaker = (
  db: Db,
  row: DealRecord,
  became: 'passed' | 'rejected',
  by: string,
): Promise<void> =>
  notify(db, {
    to: { users: [row.makerId] },
    type: became === 'passed' ? 'SUCCESS' : 'ERROR',
    text: `deals.${became}`,
    values: { ...words(row), by },
  })

/** What was kept for a deal too long is free again: that stands in its history, and its maker hears of it. */
export const expiredDeals = answer(reservationsExpired, async (db, { sourceIds, at }) => {
  for (const row of await queries.someOf(db, sourceIds)) {
    await queries.note(db, row.id, {
      act: 'expire',
      fromState: row.state,
      toState: row.state,
      byId: null,
      byName: '',
      at: at.toISOString(),
      note: '',
    })
    await notify(db, {
      to: { users: [row.makerId] },
      type: 'WARNING',
      text: 'deals.expired',
      values: words(row),
    })
  }
})
