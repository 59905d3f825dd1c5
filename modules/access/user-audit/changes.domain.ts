type Image = Readonly<Record<string, unknown>> | null

export interface Difference {
  field: string
  before: unknown
  after: unknown
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that differ between two images of a row; all that are filled when the row was made or removed. */
export function differences(before: Image, after: Image): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const all = fields.map((field) => ({ field, before: before?.[field], after: after?.[field] }))
  const isWhole = before === null || after === null
  return all.filter((one) =>
    isWhole ? isFilled(one.before) || isFilled(one.after) : !isSame(one.before, one.after),
  )
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
