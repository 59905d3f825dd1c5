import { type WorkspaceType, workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'

/** Where a person is assigned: the whole company (then without an id), a region, a branch or a counter. */
export interface Place {
  type: WorkspaceType
  workspaceId: string | null
}

/** A part of the company with what lies in it. */
export interface PlaceNode {
  id: string
  name: string
  type: WorkspaceType
  children: readonly PlaceNode[]
}

export const placeOf = ({ id, type }: Pick<PlaceNode, 'id' | 'type'>): Place => ({
  type,
  workspaceId: type === workspaceTypes.Company ? null : id,
})

export const isSamePlace = (one: Place, other: Place) =>
  one.type === other.type && one.workspaceId === other.workspaceId

/** Whether the node itself is among the places. */
export const isAssigned = (places: readonly Place[], node: PlaceNode) =>
  places.some((place) => isSamePlace(place, placeOf(node)))

/** Everything below a node, at any depth. */
export const below = (node: PlaceNode): PlaceNode[] =>
  node.children.flatMap((child) => [child, ...below(child)])

/** The places after a node was checked or unchecked: one that is checked covers what lies in it, which is left out. */
export function assign(places: readonly Place[], node: PlaceNode, isOn: boolean): Place[] {
  const replaced = isOn ? [node, ...below(node)] : [node]
  const left = places.filter((place) => !replaced.some((one) => isSamePlace(place, placeOf(one))))
  return isOn ? [...left, placeOf(node)] : left
}

/** The nodes from the company's parts down to a place, without the company itself; nothing when it is not in the tree. */
export function findTrail(root: PlaceNode, place: Place): PlaceNode[] | undefined {
  if (isSamePlace(place, placeOf(root))) return []
  for (const child of root.children) {
    const rest = findTrail(child, place)
    if (rest) return [child, ...rest]
  }
  return undefined
}

/** The node with only those parts whose name holds the text, what leads to them and what lies in them. */
export function matching(node: PlaceNode, text: string): PlaceNode | undefined {
  if (node.name.toLowerCase().includes(text.toLowerCase())) return node
  const children = node.children.flatMap((child) => matching(child, text) ?? [])
  return children.length > 0 ? { ...node, children } : undefined
}
