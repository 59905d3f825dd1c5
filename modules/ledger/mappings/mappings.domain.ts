import {
  type AccountClass,
  chart,
  type Keeping,
  type MappingRow,
  type Part,
} from '../accounts/accounts.domain.ts'

/** What happens and is posted, as the journal names it. */
export const events = ['opening', 'float', 'count', 'deal.settled'] as const
export type Event = (typeof events)[number]

interface Posted {
  events: readonly Event[]
  /** What its lines say beside the branch: of which currency they are, or by which mode the money came. */
  says?: 'item' | 'mode'
}

/** The parts that are posted today, and by what; domain 4. */
export const postedParts = {
  cash: { events: ['float', 'count', 'deal.settled'], says: 'item' },
  vault: { events: ['opening', 'float', 'count'], says: 'item' },
  stock: { events, says: 'item' },
  bank: { events: ['deal.settled'], says: 'mode' },
  bankForeign: { events: ['deal.settled'], says: 'mode' },
  clearing: { events: ['deal.settled'], says: 'mode' },
  cheques: { events: ['deal.settled'], says: 'mode' },
  chequesIssued: { events: ['deal.settled'], says: 'mode' },
  payable: { events: ['deal.settled'], says: 'mode' },
  fee: { events: ['deal.settled'] },
  outputTax: { events: ['deal.settled'] },
  rounding: { events: ['deal.settled'] },
  realisedGain: { events: ['deal.settled'], says: 'item' },
  realisedLoss: { events: ['deal.settled'], says: 'item' },
  shortOver: { events: ['count'], says: 'item' },
  opening: { events: ['opening'] },
} as const satisfies Partial<Record<Part, Posted>>

export type PostedPart = keyof typeof postedParts
export const parts = Object.keys(postedParts) as [PostedPart, ...PostedPart[]]
const postedOf = (part: PostedPart): Posted => postedParts[part]

const usual = (part: string): { class: AccountClass; keeps?: Keeping } | undefined =>
  chart.find((account) => 'part' in account && account.part === part)

/** What the part keeps in stock; of the others nothing lies anywhere. */
export const keptBy = (part: string): Keeping | null => usual(part)?.keeps ?? null

/** Local money lies in drawers and in vaults, each by an account of its own: a reversal brings it back to where it came from. */
export const besideOf = (part: string): 'cash' | 'vault' | undefined =>
  part === 'cash' ? 'vault' : part === 'vault' ? 'cash' : undefined

/**
 * Why a part may not go to an account: it is switched off, keeps something else (stock would be lost from sight), or stands on
 * another side of the books. What is earned and what is lost may go to either, as a company shows it.
 */
export function unfit(
  part: string,
  account: { class: string; keeps: string | null; isEnabled: boolean },
): 'ACCOUNT_OFF' | 'ACCOUNT_UNFIT' | 'KEEPS_OTHER' | undefined {
  if (!account.isEnabled) return 'ACCOUNT_OFF'
  if (account.keeps !== keptBy(part)) return 'KEEPS_OTHER'
  // A cheque that was written is owed until it is presented; a company may take it off its bank at once.
  if (part === 'chequesIssued' && account.class === 'asset') return undefined
  const sideOf = (one: string | undefined) => (one === 'income' || one === 'expense' ? 'result' : one)
  return sideOf(account.class) === sideOf(usual(part)?.class) ? undefined : 'ACCOUNT_UNFIT'
}

/** For what a row holds, beside its part; what is null fits anything. */
export interface Narrowed {
  part: PostedPart
  event: Event | null
  branchId: string | null
  itemId: string | null
  modeId: string | null
}

/** The fields of a row with which it would never be used, or would part what lies in one place. */
export function idleFields({ part, event, itemId, modeId }: Narrowed): ('event' | 'itemId' | 'modeId')[] {
  const { events: own, says } = postedOf(part)
  const isKept = keptBy(part) !== null
  return [
    ...(event !== null && (isKept || !own.includes(event)) ? (['event'] as const) : []),
    ...(itemId !== null && says !== 'item' ? (['itemId'] as const) : []),
    ...(modeId !== null && says !== 'mode' ? (['modeId'] as const) : []),
  ]
}

export interface House {
  branchIds: readonly string[]
  items: readonly { id: string; isLocal: boolean }[]
  /** Of each mode the parts that it moves are not known here: any may be asked with it. */
  modeIds: readonly string[]
}

/**
 * What the mapping leads nowhere, event by event: each part that is posted, in each branch, for each currency or mode that its
 * lines may say. Empty: complete; domain 12.2.
 */
export function missing(rows: readonly MappingRow[], house: House): (Narrowed & { branchId: string })[] {
  return parts.flatMap((part) => {
    const own = rows.filter((row) => row.part === part)
    const { says } = postedOf(part)
    const local = keptBy(part) === 'cash'
    const items = house.items.filter(({ isLocal }) => keptBy(part) === null || isLocal === local)
    const said =
      says === 'item'
        ? items.map(({ id }) => ({ itemId: id, modeId: null }))
        : says === 'mode'
          ? house.modeIds.map((id) => ({ itemId: null, modeId: id }))
          : [{ itemId: null, modeId: null }]
    return postedOf(part).events.flatMap((event) => {
      const fitting = own.filter((row) => row.event === null || row.event === event)
      if (fitting.some(({ branchId, itemId, modeId }) => !branchId && !itemId && !modeId)) return []
      return house.branchIds.flatMap((branchId) =>
        said
          .filter(
            ({ itemId, modeId }) =>
              !fitting.some(
                (row) =>
                  (row.branchId === null || row.branchId === branchId) &&
                  (row.itemId === null || row.itemId === itemId) &&
                  (row.modeId === null || row.modeId === modeId),
              ),
          )
          .map((one) => ({ part, event, branchId, ...one })),
      )
    })
  })
}
