/** A category as a place in the tree. */
export interface Branching {
  id: string
  parentId: string | null
}

/** A category and those above it, the nearest first. */
export function lineageOf<C extends Branching>(all: ReadonlyMap<string, C>, id: string | null): C[] {
  const line: C[] = []
  for (let one = id === null ? undefined : all.get(id); one; one = all.get(one.parentId ?? ''))
    if (line.includes(one)) return line
    else line.push(one)
  return line
}

/** Whether a category would stand below itself. */
export const isBelowItself = (all: ReadonlyMap<string, Branching>, { id, parentId }: Branching): boolean =>
  lineageOf(all, parentId).some((one) => one.id === id)
