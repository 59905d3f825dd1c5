/** A list whose entries the modules above declare in their manifests; whole once the program is composed. */
export interface OpenList<T extends { code: string }> {
  name: string
  /** Every entry, in the order of the modules. */
  all(): readonly T[]
  /** Throws where no module declares it. */
  get(code: string): T
  has(code: string): boolean
}

/** What one module adds to a list. */
export interface Declared {
  list: OpenList<never>
  entries: readonly { code: string }[]
}

interface Joined {
  entries: Map<string, { code: string }>
  check: (entries: readonly never[]) => void
}
const lists = new Map<OpenList<never>, Joined>()

/** Opens a list. `check` sees it whole, before anything runs: what it throws stops the start. */
export function openList<T extends { code: string }>(
  name: string,
  check: (entries: readonly T[]) => void = () => {},
): OpenList<T> {
  const own: Joined = { entries: new Map(), check }
  const self: OpenList<T> = {
    name,
    all: () => [...own.entries.values()] as T[],
    has: (code) => own.entries.has(code),
    get(code) {
      const found = own.entries.get(code)
      if (!found) throw new Error(`No module declares '${code}' in '${name}'`)
      return found as T
    },
  }
  lists.set(self as OpenList<never>, own)
  return self
}

/** A module's entries of a list. */
export const declare = <T extends { code: string }>(list: OpenList<T>, entries: readonly T[]): Declared => ({
  list: list as unknown as OpenList<never>,
  entries,
})

/** Fills every list, and checks it; a code that is declared twice stops the start. */
export function joinLists(declared: readonly Declared[]): void {
  for (const { entries } of lists.values()) entries.clear()
  for (const { list, entries } of declared)
    for (const entry of entries) {
      if (list.has(entry.code)) throw new Error(`'${entry.code}' is declared twice in '${list.name}'`)
      lists.get(list)?.entries.set(entry.code, entry)
    }
  for (const { entries, check } of lists.values()) check([...entries.values()] as never[])
}
