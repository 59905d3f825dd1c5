import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { rows } from './providers.queries.ts'

/** Throws PROVIDER_UNKNOWN where the company has no such partner. */
export async function refuseUnknown(db: Db, providerId: string): Promise<void> {
  if (!(await rows.find(db, providerId))) throw refuseField('providerId', 'PROVIDER_UNKNOWN')
}

/** Throws LIMITS_CROSSED where the least is above the most. */
export function refuseCrossed({
  minimum,
  maximum,
}: {
  minimum: string | null
  maximum: string | null
}): void {
  if (minimum !== null && maximum !== null && compareDecimals(minimum, maximum) > 0)
    throw refuseField('maximum', 'LIMITS_CROSSED')
}
