import * as z from 'zod'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import { DateOnly, Id, Instant, line, Version, Versioned } from '#kit/contract/shapes.contract.ts'

const Delegation = z.strictObject({
  id: Id,
  version: Version,
  delegator: z.string(),
  delegate: z.string(),
  fromDate: DateOnly,
  /** The last day on which it holds. */
  toDate: DateOnly,
  reason: z.string(),
  createdAt: Instant,
  state: z.enum(['planned', 'active', 'over', 'ended']),
  /** Whether it is the one who asks that is stood in for, or that stands in. */
  mine: z.enum(['given', 'received']),
  can: z.array(z.enum(['end'])),
})
export type Delegation = z.output<typeof Delegation>

export const DelegationDraft = z.strictObject({
  delegateId: Id,
  fromDate: DateOnly,
  toDate: DateOnly,
  reason: line(200).default(''),
})
export type DelegationDraft = z.output<typeof DelegationDraft>

const path = '/postransaction/delegation'
/** Whom it lets name or be named follows from the rights that they hold: those of the kinds of gates. */
const permission = 'signedIn' as const

/** Who decides in whose stead during an absence; domain 13. */
export const delegations = controls({
  /** Those that concern the person who asks, the latest first, at most a hundred. */
  list: read({ path: `${path}/list`, permission, output: z.array(Delegation) }),
  /** Who can be named: whoever holds one of the same rights. */
  delegates: read({
    path: `${path}/delegates`,
    permission,
    output: z.array(z.strictObject({ id: Id, name: z.string() })),
  }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission,
    input: DelegationDraft,
    output: Delegation,
  }),
  /** Ends it before its last day: whoever gave it, or whoever it was given to. */
  end: write({ path: `${path}/end`, kind: 'CANCEL', permission, input: Versioned, output: Delegation }),
})
