import type { ListEntry, Profile } from './entry.domain.ts'

/** A field of a profile that is another now, with what went and what came. */
export interface FieldChange {
  field: string
  gone: string[]
  come: string[]
}

/** What a list says of an entry, always written alike: no empty values, no order of keys or of values. */
export const canonical = ({ schema, profile }: Pick<ListEntry, 'schema' | 'profile'>): string =>
  JSON.stringify([schema, sorted(profile)])

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const texts = value.map((one) => JSON.stringify(sorted(one)))
    return [...new Set(texts)].toSorted()
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inside]) => !isEmpty(inside))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inside]) => [key, sorted(inside)]),
  )
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** A value of a profile in words. */
const worded = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(String).join(' · ') : String(value)

/** The fields in which a profile differs from what it was. */
export function fieldChanges(before: Profile, after: Profile): FieldChange[] {
  const list = (value: unknown) => (Array.isArray(value) ? value : isEmpty(value) ? [] : [value]) as unknown[]
  return (Object.keys({ ...before, ...after }) as (keyof Profile)[]).flatMap((field) => {
    const [was, is] = [list(before[field]), list(after[field])]
    const keys = (values: unknown[]) => new Set(values.map((value) => JSON.stringify(sorted(value))))
    const [wasKeys, isKeys] = [keys(was), keys(is)]
    const without = (values: unknown[], others: Set<string>) =>
      values.filter((value) => !others.has(JSON.stringify(sorted(value)))).map(worded)
    const [gone, come] = [without(was, isKeys), without(is, wasKeys)]
    return gone.length + come.length > 0 ? [{ field, gone, come }] : []
  })
}
