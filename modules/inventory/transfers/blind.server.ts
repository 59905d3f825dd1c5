import { type Actor, isAmong } from '#modules/actor.domain.ts'
import { reaches } from '#modules/organisation/public.server.ts'
import type { TransferRow } from './transfers.queries.ts'

/**
 * Who takes it counts it blind, until it is taken: what was sent is seen where it was sent, and with the right to know. What a drawer
 * brought at the end of its day only who sent it sees: whoever keeps the vault of a branch reaches its counters too.
 */
export const isBlind = (
  row: Pick<TransferRow, 'dayId' | 'fromBranchId' | 'fromCounterId' | 'senderId' | 'state'>,
  { permissions, scope, selves }: Pick<Actor, 'permissions' | 'scope' | 'selves'>,
): boolean =>
  ['created', 'approved', 'inTransit', 'differing'].includes(row.state) &&
  !permissions.has('view_expected_count') &&
  (row.dayId === null
    ? !reaches(scope, { branchId: row.fromBranchId, counterId: row.fromCounterId })
    : !isAmong([row.senderId], { selves }))
