import { openList } from '#kit/domain/open-list.domain.ts'

/** A kind of gate that documents of a type have; `<type>.<kind>` is its code, since each type has its own rules for a kind. */
export interface GateKindOf<K extends string = string> {
  code: `${string}.${K}`
  kind: K
  /** Any one right that lets somebody decide on it. */
  permission: string
}

/** Every kind of gate, declared by the modules of the documents: what waits at another is not written. */
export const gateKindList = openList<GateKindOf>('approvals.gateKinds')

/** The kinds of gates of one type of document, as its module declares them. */
export const gateKindsOf = <K extends string>(
  subjectType: string,
  kinds: readonly K[],
  permission: (kind: K) => string,
): GateKindOf<K>[] =>
  kinds.map((kind) => ({ code: `${subjectType}.${kind}`, kind, permission: permission(kind) }))

/** A kind of gate of this type of document; throws where no module declares it. */
export const gateKindOf = (subjectType: string, kind: string): GateKindOf =>
  gateKindList.get(`${subjectType}.${kind}`)
