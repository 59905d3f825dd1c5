import { readFileSync, statSync } from 'node:fs'
import * as z from 'zod'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'

const Keys = z.record(z.string().regex(/^[0-9a-f-]{36}\/.+$/i), z.array(z.string().min(32)).min(1).max(2))

/**
 * The keys of partners by company and code, from the operator's file, which is read again when it has changed.
 * @throws StartRefusal where the file is not there or not right at the start; later the keys read last are good
 */
export function openPartnerKeys(path: string | undefined): (companyId: string, partner: string) => string[] {
  if (path === undefined) return () => []
  let [readAt, keys] = [modifiedAt(path), readKeys(path)]
  return (companyId, partner) => {
    const at = modifiedAt(path)
    if (at !== readAt)
      try {
        ;[readAt, keys] = [at, readKeys(path)]
      } catch {
        readAt = at
      }
    return keys[`${companyId}/${partner}`] ?? []
  }
}

const modifiedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function readKeys(path: string): Record<string, string[]> {
  try {
    return Keys.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new StartRefusal(
      `AGIO_PARTNER_KEYS is ${JSON.stringify(path)}, but it is no JSON file of keys: {"<company id>/<partner's code>": ["at least 32 characters"]}.`,
    )
  }
}
