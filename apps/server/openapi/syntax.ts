/** A node of a syntax tree (ESTree, as the parser gives it). */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The nodes right below a node. */
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )

/** Walks a tree; where `visit` answers nodes, those are looked at instead of what is below. */
export function walk(node: Node, visit: (node: Node) => readonly Node[] | undefined): void {
  for (const child of visit(node) ?? childrenOf(node)) walk(child, visit)
}

export const nameOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return node['name'] as string
  return node.type === 'Literal' ? String(node['value']) : undefined
}
