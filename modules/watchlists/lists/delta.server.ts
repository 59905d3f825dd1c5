import { createHash } from 'node:crypto'
import { canonical, type FieldChange, fieldChanges } from '../entries/delta.domain.ts'
import type { ListEntry, Profile } from '../entries/entry.domain.ts'
import { readList } from '../formats/read.server.ts'

/** What a list says of an entry, as a hash: the same text, however the file is laid out and whatever version it names. */
export const contentHash = (entry: Pick<ListEntry, 'schema' | 'profile'>): string =>
  createHash('sha256').update(canonical(entry)).digest('hex')

interface Named {
  id: string
  name: string
}
export interface ListDelta {
  added: Named[]
  removed: Named[]
  changed: (Named & { fields: FieldChange[] })[]
}

/**
 * What is added, removed and changed between two files of a list, by content. Only the hashes of the first are kept: what
 * changed is read again.
 * @throws Refusal as `readList`
 */
export async function diffLists(before: string, after: string): Promise<ListDelta> {
  const was = new Map<string, { hash: string; name: string }>()
  for await (const entry of readList(before))
    was.set(entry.id, { hash: contentHash(entry), name: entry.profile.fullName })
  const added: Named[] = []
  const changed = new Map<string, { name: string; profile: Profile }>()
  for await (const { id, schema, profile } of readList(after)) {
    const known = was.get(id)
    was.delete(id)
    if (!known) added.push({ id, name: profile.fullName })
    else if (known.hash !== contentHash({ schema, profile }))
      changed.set(id, { name: profile.fullName, profile })
  }
  const removed = [...was].map(([id, { name }]) => ({ id, name }))
  const delta: ListDelta = { added, removed, changed: [] }
  if (changed.size > 0)
    for await (const { id, profile } of readList(before)) {
      const now = changed.get(id)
      if (now) delta.changed.push({ id, name: now.name, fields: fieldChanges(profile, now.profile) })
    }
  return delta
}
