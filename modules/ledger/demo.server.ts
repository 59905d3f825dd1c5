import type { Stage } from '#modules/demonstration.contract.ts'
import { periodLocks } from './periods/periods.contract.ts'
import { periodUnlocks } from './unlocks/unlocks.contract.ts'

/** Last month is locked, and somebody asks for its last day again. */
export async function lockMonth({ perform, today }: Stage): Promise<void> {
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  const last = new Date(first.getTime() - 86_400_000).toISOString().slice(0, 10)
  await perform('accountant', periodLocks.update, { lockedTo: last, reason: 'The month is closed' })
  const reason = 'An invoice of the landlord came late'
  await perform('accountant', periodUnlocks.ask, { fromDate: last, toDate: last, hours: 24, reason })
}
