import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { codesOf } from './purposes.queries.ts'

interface Asked {
  providerId: string
  country: string
  purpose: string
}

/**
 * A purpose as a partner calls it in a country; empty for a partner that has no codes at all. Throws PURPOSE_NOT_OFFERED, with what
 * may be chosen, where it has codes and none for this purpose there.
 */
export async function purposeCodeOf(db: Db, { providerId, country, purpose }: Asked): Promise<string> {
  const all = await codesOf(db, providerId)
  if (all.length === 0) return ''
  const there = all.filter((one) => one.country === country)
  const found = there.find((one) => one.purpose === purpose)
  if (found) return found.code
  const data = { offered: there.map((one) => one.purpose).join(', ') || '–' }
  throw refuseField('purpose', 'PURPOSE_NOT_OFFERED', data)
}
