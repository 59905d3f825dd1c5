/** Modules whose catalogues have words of the audit for their acts, tables and columns. */
export const speakers = [
  'organisation',
  'access',
  'customers',
  'settings',
  'notifications',
  'currencies',
  'ledger',
  'inventory',
  'bank',
  'rates',
  'compliance',
  'approvals',
  'charges',
  'exchange',
  'cases',
  'reports',
  'watchlists',
  'screening',
  'retail',
  'remittance',
] as const

type Image = Readonly<Record<string, unknown>> | null

/** Where the shared terms have the word of the audit at this key: `columns.branch_id` is `fields.branchId`. */
export const termOfColumn = (key: string): string =>
  key.replace(/^columns\.(.+)$/, (_, column: string) => `fields.${camel(column)}`)

const camel = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export interface Difference {
  field: string
  before: unknown
  after: unknown
}

export interface Change {
  relation: string
  rowId: string
  before: Image
  after: Image
}

/** Fields that say nothing to a reader: whose row it is, and how often it was saved. */
const silent = ['company_id', 'version']

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that differ between two images of a row; all that are filled when the row was made or removed. */
export function differences(before: Image, after: Image): Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const fields = [...names].filter((name) => !silent.includes(name))
  const all = fields.map((field) => ({ field, before: before?.[field], after: after?.[field] }))
  const isWhole = before === null || after === null
  return all.filter((one) =>
    isWhole ? isFilled(one.before) || isFilled(one.after) : !isSame(one.before, one.after),
  )
}

/** What tells a row without a name from others of its table, in the order of reading. */
const identifying = [
  'user_id',
  'role_id',
  'region_id',
  'branch_id',
  'counter_id',
  'module_code',
  'type',
  'code',
]

/** The fields by which a reader knows a row that has no name: those that identify it and did not change. */
export function identity(before: Image, after: Image): { field: string; value: unknown }[] {
  const image = after ?? before
  return identifying
    .filter((field) => isFilled(image?.[field]) && (!before || !after || isSame(before[field], after[field])))
    .map((field) => ({ field, value: image?.[field] }))
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Two lists as what only the first has, what only the second has, and how many both have. */
export function listChange(before: readonly unknown[], after: readonly unknown[]) {
  return {
    gone: before.filter((value) => !after.includes(value)),
    added: after.filter((value) => !before.includes(value)),
    kept: after.filter((value) => before.includes(value)).length,
  }
}

/** The changes without rows that were removed and at once added again as they were, such as the lines of a list saved anew. */
export function dropUnchanged<C extends Change>(changes: readonly C[]): C[] {
  const left = [...changes]
  for (const added of changes.filter(({ before }) => before === null)) {
    const removed = left.findIndex(
      (one) =>
        one.after === null && one.relation === added.relation && isSame(bare(one.before), bare(added.after)),
    )
    if (removed < 0) continue
    left.splice(removed, 1)
    left.splice(left.indexOf(added), 1)
  }
  return left
}

/** A row without its id, which is another one when it is written anew. */
const bare = (image: Image) => Object.entries(image ?? {}).filter(([field]) => field !== 'id')
