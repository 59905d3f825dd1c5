import { openList } from '#kit/domain/open-list.domain.ts'
import { type AccountClass, isPooled, type Keeping } from '../accounts/accounts.domain.ts'

/** A part of an event, which the mapping leads to an account: to which accounts it may. */
export interface Part<C extends string = string> {
  code: C
  /** On which sides of the books; what is earned and what is lost may go to either, as a company shows it. */
  classes: readonly AccountClass[]
  /** What the account keeps: stock that goes to another would be lost from sight. */
  keeps: Keeping | null
  /** What its lines say beside the branch: of which currency they are, or by which mode the money came. */
  says?: 'item' | 'mode'
  /** The kind of party of its lines; only such a part may go to an account with a sub-ledger of it. */
  party?: string
  /** Posted gross: what is got for it and what it had cost go to these parts, and no net gain. */
  gross?: { sales: string; cost: string }
  /** The part whose account it shares in no case: a reversal brings back to where it came from. */
  apartFrom?: string
}

/** What happens and is posted: the parts that its lines may have. `<code>.reversed` is its mirror. */
export interface PostingEvent<P extends string = string> {
  code: string
  parts: readonly P[]
  /** Its lines lie in several branches: each balances, and what one owes another is posted beside them. */
  isAcrossBranches?: true
  /** What is earned on its lines is earned by the branch of the entry, whichever branch holds what moved. */
  gainsAtHome?: true
}

export const parts = openList<Part>('ledger.parts', (all) => {
  for (const { code, apartFrom, gross } of all)
    for (const other of [apartFrom, gross?.sales, gross?.cost])
      if (other !== undefined && !parts.has(other))
        throw new Error(`The part '${code}' names the part '${other}', which no module declares`)
})

export const postingEvents = openList<PostingEvent>('ledger.events', (all) => {
  for (const { code, parts: own } of all)
    for (const part of own)
      if (!parts.has(part))
        throw new Error(`The event '${code}' needs the part '${part}', which no module declares`)
})

/** A kind of party: a customer, a branch. One that stands for another kind is in its sub-ledger. */
export interface PartyType {
  code: string
  standsFor?: string
}

export const partyTypes = openList<PartyType>('ledger.partyTypes')

/** The kinds of party that a party of a type is one of. */
export const kindsOf = (type: string): string[] => {
  const { standsFor } = partyTypes.get(type)
  return standsFor === undefined ? [type] : [type, standsFor]
}

/** The events and parts that are declared, for what is worked out of them without the program. */
export interface Declarations {
  parts: readonly Part[]
  events: readonly PostingEvent[]
}
export const declarations = (): Declarations => ({ parts: parts.all(), events: postingEvents.all() })

const both = ['income', 'expense'] as const

/** What the engine itself posts beside the lines that it is given: what was earned or lost on what left at cost, what branches owe. */
export const engineParts = [
  { code: 'realisedGain', classes: both, keeps: null, says: 'item' },
  { code: 'realisedLoss', classes: both, keeps: null, says: 'item' },
  { code: 'interBranch', classes: ['asset', 'liability'], keeps: null, party: 'branch' },
  { code: 'interBranchDue', classes: ['asset', 'liability'], keeps: null, party: 'branch' },
] as const satisfies readonly Part[]

const gains: readonly string[] = ['realisedGain', 'realisedLoss']

/** Every part that an event posts: its own, and those of the engine where it moves something at cost. */
export const partsOf = (event: PostingEvent, all: readonly Part[]): Part[] => {
  const named = all.filter(({ code }) => event.parts.includes(code))
  const gross = named.flatMap((part) => (part.gross ? [part.gross.sales, part.gross.cost] : []))
  const own = all.filter((part) => named.includes(part) || gross.includes(part.code))
  const hasCost = own.some(({ keeps }) => isPooled(keeps))
  const isMade = ({ code }: Part) =>
    (hasCost && gains.includes(code)) || (event.isAcrossBranches === true && code === 'interBranch')
  return all.filter((part) => own.includes(part) || isMade(part))
}
