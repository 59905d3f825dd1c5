import type { MappingRow } from '../accounts/accounts.domain.ts'
import { type Declarations, type Part, partsOf } from '../events/events.domain.ts'

/** An account as far as a part asks for it. */
interface Fitting {
  class: string
  keeps: string | null
  party: string | null
  isEnabled: boolean
}

/** A part as far as it asks for an account. */
interface Asking {
  classes: readonly string[]
  keeps: string | null
  party?: string | undefined
}

/**
 * Why a part may not go to an account: it is switched off, keeps something else (stock would be lost from sight), has a sub-ledger
 * of parties that the part does not say, or stands on another side of the books.
 */
export function unfit(
  { classes, keeps, party }: Asking,
  account: Fitting,
): 'ACCOUNT_OFF' | 'ACCOUNT_UNFIT' | 'KEEPS_OTHER' | 'PARTY_OTHER' | undefined {
  if (!account.isEnabled) return 'ACCOUNT_OFF'
  if (account.keeps !== keeps) return 'KEEPS_OTHER'
  if (account.party !== null && account.party !== party) return 'PARTY_OTHER'
  return classes.some((one) => one === account.class) ? undefined : 'ACCOUNT_UNFIT'
}

/** A part with the events that post it. */
export interface PostedPart extends Part {
  events: readonly string[]
}

/** The parts that some event posts, in the order in which they are declared. */
export const postedParts = ({ parts, events }: Declarations): PostedPart[] =>
  parts.flatMap((part) => {
    const own = events.filter((event) => partsOf(event, parts).includes(part)).map(({ code }) => code)
    return own.length === 0 ? [] : [{ ...part, events: own }]
  })

/** For what a row holds, beside its part; what is null fits anything. */
export interface Narrowed {
  part: string
  event: string | null
  branchId: string | null
  itemId: string | null
  modeId: string | null
}

/** The fields of a row with which it would never be used, or would part what lies in one place. */
export function idleFields(
  { events: own, says, keeps }: Pick<PostedPart, 'events' | 'says'> & Pick<Asking, 'keeps'>,
  { event, itemId, modeId }: Pick<Narrowed, 'event' | 'itemId' | 'modeId'>,
): ('event' | 'itemId' | 'modeId')[] {
  const isKept = keeps !== null
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
export function missing(
  rows: readonly MappingRow[],
  house: House,
  posted: readonly PostedPart[],
): (Narrowed & { event: string; branchId: string })[] {
  return posted.flatMap(({ code: part, says, keeps, events }) => {
    const own = rows.filter((row) => row.part === part)
    const items = house.items.filter(({ isLocal }) => keeps === null || isLocal === (keeps === 'cash'))
    const said =
      says === 'item'
        ? items.map(({ id }) => ({ itemId: id, modeId: null }))
        : says === 'mode'
          ? house.modeIds.map((id) => ({ itemId: null, modeId: id }))
          : [{ itemId: null, modeId: null }]
    return events.flatMap((event) => {
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
