import type { Actor } from '#modules/actor.domain.ts'
import { reaches } from '#modules/organisation/public.server.ts'
import type { TransferRow } from './transfers.queries.ts'

/** Who takes it counts it blind, until it is taken: what was sent is seen where it was sent, and with the right to know. */
export const isBlind = (
  row: Pick<TransferRow, 'fromBranchId' | 'fromCounterId' | 'state'>,
  { permissions, scope }: Pick<Actor, 'permissions' | 'scope'>,
): boolean =>
  ['created', 'approved', 'inTransit', 'differing'].includes(row.state) &&
  !permissions.has('view_expected_count') &&
  !reaches(scope, { branchId: row.fromBranchId, counterId: row.fromCounterId })
