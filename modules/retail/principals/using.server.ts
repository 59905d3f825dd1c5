import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { rows } from './principals.queries.ts'

/** Throws PRINCIPAL_UNKNOWN at its field where a principal that is named is not there, or is switched off. */
export async function checkPrincipal(db: Db, principalId: string | null): Promise<void> {
  if (principalId === null || (await rows.find(db, principalId))?.isEnabled) return
  throw refuseField('principalId', 'PRINCIPAL_UNKNOWN')
}
