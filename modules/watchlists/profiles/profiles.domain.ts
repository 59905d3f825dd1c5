/** Where the page of an entry is: each of the two published sources has its own. */
export function profilePath(list: string, entryId: string): string {
  const id = encodeURIComponent
  if (list === 'un') return `/compliance/unsc/detail/${id(entryId)}`
  if (list.startsWith('ofac-')) return `/compliance/ofac/detail/${id(entryId)}`
  return `/compliance/detail/${id(`${list}:${entryId}`)}`
}

/** What a reference names: what a list said once, or an entry of a list (or of any). */
export type Reference = { contentId: string } | { list: string | undefined; entryId: string }

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads a reference as the pages write it. */
export function readReference(written: string): Reference {
  if (uuid.test(written)) return { contentId: written }
  const [, list, entryId = ''] = /^([a-z][a-z0-9_-]{0,59}):(.+)$/.exec(written) ?? []
  return list ? { list, entryId } : { list: undefined, entryId: written }
}
