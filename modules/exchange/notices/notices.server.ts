import { reservationsExpired } from '#modules/ledger/public.server.ts'
import { notify, withdrawAbout } from '#modules/notifications/public.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { DealRecord } from '../deals/deal-view.server.ts'
import * as queries from '../deals/deals.queries.ts'

const compliance = { roles: ['compliance_officer', 'mlro'] }
const about = ({ id, number, customerName, currencies }: DealRecord) => ({
  values: { number: number ?? '', about: [customerName, currencies].filter(Boolean).join(', ') },
  data: { dealId: id },
})

/** The approvers of a deal hear that it is pending with them, or that it waited too long for others. */
export async function tellDeciders(
  db: Db,
  row: DealRecord,
  users: readonly string[],
  why: 'waits' | 'escalated',
): Promise<void> {
  if (users.length > 0)
    await notify(db, { to: { users }, type: 'WARNING', text: `deals.${why}`, ...about(row) })
}

/** Nobody is asked about a deal any more: what asked them leaves every bell. */
export const withdrawAsked = (db: Db, dealId: string): Promise<void> =>
  withdrawAbout(db, ['deals.waits', 'deals.escalated'], { dealId })

/** Compliance hears of every deal of a customer whom it watches; domain 5.8. */
export async function notifyCompliance(db: Db, row: DealRecord, isMonitored: boolean): Promise<void> {
  if (isMonitored)
    await notify(db, { to: compliance, type: 'WARNING', text: 'deals.monitored', ...about(row) })
}

/** The maker of a deal hears what became of it at its gates. */
export const notifyMaker = (
  db: Db,
  row: DealRecord,
  became: 'passed' | 'rejected',
  by: string,
): Promise<void> => {
  const { values, data } = about(row)
  return notify(db, {
    to: { users: [row.makerId] },
    type: became === 'passed' ? 'SUCCESS' : 'ERROR',
    text: `deals.${became}`,
    values: { ...values, by },
    data,
  })
}

/** The requester of a reversal, or of the old rate of a rest, hears what was decided, or that nobody made it in time. */
export async function notifyRequester(
  db: Db,
  row: DealRecord,
  {
    askerId,
    became,
    by,
  }: {
    askerId: string | null
    became: `${'reversal' | 'rest'}${'Passed' | 'Rejected' | 'Lapsed'}`
    by: string
  },
): Promise<void> {
  if (askerId === null) return
  const { values, data } = about(row)
  await notify(db, {
    to: { users: [askerId] },
    type: became.endsWith('Passed') ? 'SUCCESS' : became.endsWith('Lapsed') ? 'WARNING' : 'ERROR',
    text: `deals.${became}`,
    values: { ...values, by },
    data,
  })
}

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
      ...about(row),
    })
  }
})
