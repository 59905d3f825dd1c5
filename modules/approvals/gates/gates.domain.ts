import { openList } from '#kit/domain/open-list.domain.ts'
import type { PermissionCode } from '#modules/permissions.domain.ts'

/** Base roles that can be asked to agree, the highest last: who stands above may agree in the place of one below. */
export const approvers = ['branch_manager', 'compliance_officer', 'mlro'] as const
export type Approver = (typeof approvers)[number]

const rankOf = (role: Approver | null) => (role === null ? -1 : approvers.indexOf(role))

/** The highest of the roles that are asked; null where none is. */
export const highestOf = (roles: readonly (Approver | null)[]): Approver | null =>
  roles.reduce((most, role) => (rankOf(role) > rankOf(most) ? role : most), null)

/** Whether somebody who holds these base roles may agree where this one is asked: it or a higher one, or anybody where none is. */
export const mayAgree = (held: ReadonlySet<string>, asked: Approver | null): boolean =>
  asked === null || approvers.slice(rankOf(asked)).some((role) => held.has(role))

/** The code of what is said to who does not hold the role that is asked. */
export const onlyFor = {
  branch_manager: 'ONLY_BRANCH_MANAGER',
  compliance_officer: 'ONLY_COMPLIANCE_OFFICER',
  mlro: 'ONLY_MLRO',
} as const satisfies Record<Approver, string>

/** A rule that stopped a document: which one, in which version, after which text, and by how much. */
export interface GateDraft<K extends string = string, R extends string = string> {
  kind: K
  reason: R
  rule: string
  ruleVersion: number
  source: string
  /** What was found, and what would have been let through: a fraction, or local currency. */
  value: string
  limit: string | null
  line: number | null
  /** The base role that a rule of due diligence asks to agree; a higher role may too. */
  approveRole: Approver | null
}

/** A kind of gate that documents of a type have; `<type>.<kind>` is its code, since each type has its own rules for a kind. */
export interface GateKindOf<K extends string = string> {
  code: `${string}.${K}`
  kind: K
  /** Any one right that lets an approver decide on it. */
  permission: PermissionCode
  /** Tellers have the right too, and their limit decides: a role with it is given by one person. */
  isEveryday?: true
}

/** Every kind of gate, declared by the modules of the documents: what is pending at another is not written. */
export const gateKindList = openList<GateKindOf>('approvals.gateKinds')

/** The kinds of gates of one type of document, as its module declares them. */
export const gateKindsOf = <K extends string>(
  subjectType: string,
  kinds: readonly K[],
  permission: (kind: K) => GateKindOf['permission'],
): GateKindOf<K>[] =>
  kinds.map((kind) => ({ code: `${subjectType}.${kind}`, kind, permission: permission(kind) }))

/** A kind of gate of this type of document; throws where no module declares it. */
export const gateKindOf = (subjectType: string, kind: string): GateKindOf =>
  gateKindList.get(`${subjectType}.${kind}`)
