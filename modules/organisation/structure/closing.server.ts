import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'

/** Something that keeps counters open: `field` says what, `code` names the text under `refusals`. */
export type Blocker = FieldFault

/**
 * Asked before counters are closed or moved, or a branch is closed (then with its id): what is still going on there.
 * Every module that keeps something in a drawer or at a counter answers.
 */
export const closingBlockers = hook<Closing, Blocker[]>('organisation.closingBlockers')

interface Closing {
  branchId?: string
  counterIds: string[]
  now: Date
}

/** Refuses with one line for each blocker. */
export async function refuseWhileOpen(
  db: Db,
  code: 'BRANCH_IN_USE' | 'COUNTER_IN_USE',
  place: Closing,
  own: Blocker[] = [],
): Promise<void> {
  const fields = [...own, ...(await closingBlockers.ask(db, place)).flat()]
  if (fields.length > 0) throw new Refusal(code, {}, { fields })
}

/** Asked before a branch is enabled: what is still missing for what will be posted there. */
export const openingBlockers = hook<{ branchId: string }, Blocker[]>('organisation.openingBlockers')
