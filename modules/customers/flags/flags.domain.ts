/** What is said of a customer apart from its facts: no deal, a deal with an alert, dormant; and what few may know. */
export const flagKinds = ['blocked', 'monitored', 'inactive', 'suspicious'] as const
export type FlagKind = (typeof flagKinds)[number]

interface FlagAct {
  kind: FlagKind
  raises: boolean
}

/** The acts of the specification, each with the flag that it raises or clears; all of them want a reason. */
export const flagActs = {
  block: { kind: 'blocked', raises: true },
  unblock: { kind: 'blocked', raises: false },
  monitor: { kind: 'monitored', raises: true },
  unmonitor: { kind: 'monitored', raises: false },
  deactivate: { kind: 'inactive', raises: true },
  activate: { kind: 'inactive', raises: false },
  suspicious: { kind: 'suspicious', raises: true },
  unsuspicious: { kind: 'suspicious', raises: false },
} as const satisfies Record<string, FlagAct>
export type FlagActName = keyof typeof flagActs
export const flagActNames = Object.keys(flagActs) as [FlagActName, ...FlagActName[]]

export interface Flagged {
  isBlocked: boolean
  isMonitored: boolean
  isActive: boolean
  /** Null: this reader may not know. */
  isSuspicious: boolean | null
}

const isRaised = (customer: Flagged, kind: FlagKind): boolean | null =>
  ({
    blocked: customer.isBlocked,
    monitored: customer.isMonitored,
    inactive: !customer.isActive,
    suspicious: customer.isSuspicious,
  })[kind]

/** The right of compliance to a customer: a flag that its holder raises is cleared by a holder. */
const complianceRight = 'manage_customer_suspicion'
/** Whether what this person raises is for compliance to clear. */
export const raisesForCompliance = (permissions: ReadonlySet<string>): boolean =>
  permissions.has(complianceRight)

interface Raised {
  kind: FlagKind
  clearedAt: string | null
  needsCompliance: boolean
}
/** The flag that stands and that this person may not clear, though they may raise it. */
export const flagOfCompliance = <R extends Raised>(
  flags: readonly R[],
  kind: FlagKind,
  permissions: ReadonlySet<string>,
): R | undefined =>
  flags.find(
    (one) =>
      one.kind === kind && one.clearedAt === null && one.needsCompliance && !permissions.has(complianceRight),
  )

/** The acts that make sense on a customer now and that the person may do. */
export const possibleActs = (
  customer: Flagged & { flags: readonly Raised[] },
  permissions: ReadonlySet<string>,
): FlagActName[] =>
  flagActNames.filter((act) => {
    const { kind, raises } = flagActs[act]
    const needed = kind === 'suspicious' ? complianceRight : 'manage_customers_information'
    const isBarred = !raises && flagOfCompliance(customer.flags, kind, permissions) !== undefined
    return permissions.has(needed) && isRaised(customer, kind) === !raises && !isBarred
  })
