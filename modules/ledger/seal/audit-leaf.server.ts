import { createHash } from 'node:crypto'
import type { Told } from './audit.queries.ts'

const nothing = '[null, null, null]'

/**
 * The leaf of a row of the audit: SHA-256 of a list in JSON of every column, names and what the row said as a hash with its salt.
 * Undefined where they were erased and yet say something.
 */
export function auditLeaf({
  kind,
  companyId,
  id,
  at,
  xact,
  facts,
  words,
  salt,
  erased,
}: Told): Buffer | undefined {
  if (salt === null && words !== nothing) return undefined
  const hidden = salt === null ? erased : createHash('sha256').update(salt).update(words).digest()
  const told = [auditLeafVersion, kind, companyId, id, at, xact, facts, hidden?.toString('hex')]
  return createHash('sha256').update(JSON.stringify(told)).digest()
}

/** The way in which leaves of the audit are made now. */
export const auditLeafVersion = 1
