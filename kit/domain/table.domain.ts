type Leaf =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | Date
  | readonly unknown[]
  | Callable
type Callable = (...args: never[]) => unknown

/** Dotted paths to the values of `T`, four levels deep: `'id' | 'branch.name'`. Lists and dates are values. */
export type Path<T, Depth extends 0[] = []> = Depth['length'] extends 4
  ? never
  : {
      [K in keyof T & string]-?: NonNullable<T[K]> extends Leaf
        ? K
        : K | `${K}.${Path<NonNullable<T[K]>, [...Depth, 0]>}`
    }[keyof T & string]

/** Type of the value at a dotted path; `undefined` joins when something on the way may be missing. */
export type ValueAt<T, P extends string> = P extends keyof T
  ? T[P]
  : P extends `${infer Head}.${infer Rest}`
    ? Head extends keyof T
      ? ValueAt<NonNullable<T[Head]>, Rest> | (T[Head] extends NonNullable<T[Head]> ? never : undefined)
      : never
    : never

/** The value at a dotted path, `undefined` when something on the way is missing. */
export function valueAt(row: unknown, path: string): unknown {
  let value = row
  for (const part of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[part]
  return value
}

/** A value as text; none is empty, a structure its JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export type Direction = 'asc' | 'desc'

/** The next direction of a column: none to desc, desc to asc, asc to desc, or to none when three-way (001, 4). */
export function nextDirection(now: Direction | undefined, threeWay: boolean): Direction | undefined {
  if (now === undefined) return 'desc'
  if (now === 'desc') return 'asc'
  return threeWay ? undefined : 'desc'
}

/** Reads `column-direction`; the column itself may contain hyphens. Undefined when it is none. */
export function parseSort(text: string | undefined): { column: string; direction: Direction } | undefined {
  const [, column, direction] = /^(.+)-(asc|desc)$/.exec(text ?? '') ?? []
  return column ? { column, direction: direction as Direction } : undefined
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const decimal = /^-?\d+(\.\d+)?$/

/** Orders two present values: numbers, decimal strings and dates by size, other text as a person would. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') {
    if (decimal.test(a) && decimal.test(b)) return Number(a) - Number(b) || collator.compare(a, b)
    return collator.compare(a, b)
  }
  return Number(a) - Number(b) || 0
}

/** A sorted copy; rows without a value stay last in both directions, equal rows keep their order. */
export function sortRows<Row>(rows: readonly Row[], path: string, direction: Direction): Row[] {
  const sign = direction === 'asc' ? 1 : -1
  const keyed = rows.map((row) => ({ row, value: valueAt(row, path) ?? undefined }))
  keyed.sort((a, b) => {
    if (a.value === undefined || b.value === undefined)
      return Number(a.value === undefined) - Number(b.value === undefined)
    return sign * compare(a.value, b.value)
  })
  return keyed.map((entry) => entry.row)
}

/** True when every column search and the global search are found in the row, without regard to case. */
export function matches(
  row: unknown,
  search: Record<string, string>,
  global: string,
  paths: string[],
): boolean {
  const has = (path: string, wanted: string) =>
    textOf(valueAt(row, path)).toLowerCase().includes(wanted.toLowerCase())
  return (
    Object.entries(search).every(([path, wanted]) => has(path, wanted)) &&
    (global === '' || paths.some((path) => has(path, global)))
  )
}

/** One line of the table's body: a group header, a row, or the details below a row. */
export type Line<Row> =
  | { kind: 'group'; id: string; value: unknown; count: number; open: boolean; row: Row }
  | { kind: 'row' | 'detail'; id: string; row: Row; open: boolean; place: number }

/**
 * The lines to show, top to bottom. Groups come in the order of their first row and are open unless in `closed`; a row
 * in `open` is followed by its details. `place` counts the rows from 0 and runs on through closed groups.
 */
export function arrange<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  options: { groupBy?: string; closed: ReadonlySet<string>; open: ReadonlySet<string> },
): Line<Row>[] {
  const lines: Line<Row>[] = []
  let place = 0
  const push = (row: Row) => {
    const id = rowId(row)
    const open = options.open.has(id)
    lines.push({ kind: 'row', id, row, open, place })
    if (open) lines.push({ kind: 'detail', id, row, open, place })
    place++
  }
  const { groupBy } = options
  if (!groupBy) {
    for (const row of rows) push(row)
    return lines
  }
  for (const [key, members] of Map.groupBy(rows, (row) => textOf(valueAt(row, groupBy)))) {
    const row = members[0]
    if (row === undefined) continue
    const open = !options.closed.has(key)
    lines.push({ kind: 'group', id: key, value: valueAt(row, groupBy), count: members.length, open, row })
    if (open) for (const member of members) push(member)
    else place += members.length
  }
  return lines
}
