/** A group as far as its place in the tree asks. */
export interface Placed {
  id: string
  parentId: string | null
}

/** Whether a group would lie below itself under this parent. */
export function isCircle(groups: readonly Placed[], id: string, parentId: string | null): boolean {
  const parents = new Map(groups.map((one) => [one.id, one.parentId]))
  const above = (at: string | null | undefined): boolean =>
    at !== null && at !== undefined && (at === id || above(parents.get(at)))
  return above(parentId)
}
