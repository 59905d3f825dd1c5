import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { rows } from './taxes.queries.ts'

/** Throws TAX_UNKNOWN at its field where a tax that is named is not there, or is switched off. */
export async function checkTax(db: Db, taxId: string | null): Promise<void> {
  if (taxId === null || (await rows.find(db, taxId))?.isEnabled) return
  throw refuseField('taxId', 'TAX_UNKNOWN')
}
