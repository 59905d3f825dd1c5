import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import type { Part, PostingEvent } from '../events/events.domain.ts'
import type { PostingLine } from '../posting/posting.domain.ts'

export const revaluationStates = ['draft', 'posted', 'reversed', 'cancelled'] as const
export type RevaluationState = (typeof revaluationStates)[number]

/** The mid of the day, what the house buys at, or what is entered. */
export const rateKinds = ['mid', 'buy', 'entered'] as const
export type RateKind = (typeof rateKinds)[number]

/** What goes back by itself on the first day of the next period, or new values that stay. */
export const methods = ['AUTO_REVERSING', 'PERMANENT'] as const
export type Method = (typeof methods)[number]

/** What keeps foreign money; `open`: it is owed, on a ledger that keeps no stock. */
export const holdingKinds = ['notes', 'transit', 'bank', 'partner', 'open'] as const
export type HoldingKind = (typeof holdingKinds)[number]

/** One side is nil: foreign money without a value, or a value without foreign money. */
export const residues = ['foreignNil', 'localNil'] as const
export type Residue = (typeof residues)[number]

const manage = 'manage_revaluations'

/** Foreign currency at the rate of a day: a draft says what it comes to, and is posted as one entry; domain 3.5. */
export const revaluationWorkflow = workflow({
  initial: 'draft',
  states: { draft: {}, posted: {}, reversed: { final: true }, cancelled: { final: true } },
  actions: {
    create: { from: [null], to: 'draft', permission: manage, at: 'branch' },
    post: { from: ['draft'], to: 'posted', permission: manage, at: 'branch' },
    reverse: { from: ['posted'], to: 'reversed', permission: manage, at: 'branch', final: true },
    cancel: {
      isRefusal: true,
      from: ['draft'],
      to: 'cancelled',
      permission: manage,
      at: 'branch',
      final: true,
    },
  },
})

const either = ['income', 'expense'] as const

/** Where the difference is kept, apart from every pool, and what was earned or lost by it. */
export const revaluationParts = [
  { code: 'revaluation', classes: ['asset', 'liability'], keeps: null, says: 'item' },
  { code: 'unrealisedGain', classes: either, keeps: null, says: 'item' },
  { code: 'unrealisedLoss', classes: either, keeps: null, says: 'item' },
] as const satisfies readonly Part[]

const unrealised = ['revaluation', 'unrealisedGain', 'unrealisedLoss'] as const
export const revaluationEvent = {
  code: 'revaluation',
  parts: [...unrealised, 'realisedGain', 'realisedLoss'],
} as const satisfies PostingEvent

/** On the first day of the next period what is not settled goes back. */
export const returnEvent = { code: 'revaluationReturned', parts: unrealised } as const satisfies PostingEvent

type Unrealised = (typeof unrealised)[number]
type Posted = (typeof revaluationEvent.parts)[number]

/** What a branch has in a foreign currency at the end of a day, a debit above zero. */
export interface Holding {
  branchId: string
  accountId: string
  kind: HoldingKind
  itemId: string
  holderId: string | null
  partyType: string | null
  partyId: string | null
  quantity: string
  /** In local currency, as the books have it. */
  value: string
}

/** A holding at the rate of the day: local currency for so many units. */
export interface RevaluedLine extends Holding {
  rate: string | null
  quoteUnit: number
  /** In local currency, at the rate. */
  worth: string
}

/** What a quantity is worth: rounded once, half up, to the decimals of local money. */
export const worthOf = (quantity: string, rate: string, quoteUnit: number, exponent: number): string =>
  new Exact(quantity).times(rate).dividedBy(quoteUnit).toDecimalPlaces(exponent).toFixed()

/** By how much a line is worth more than the books say. */
export const differenceOf = ({ worth, value }: Pick<RevaluedLine, 'value' | 'worth'>): string =>
  new Exact(worth).minus(value).toFixed()

export const residueOf = ({ quantity, value }: Pick<Holding, 'quantity' | 'value'>): Residue | null => {
  if (new Exact(quantity).isZero()) return 'foreignNil'
  return new Exact(value).isZero() ? 'localNil' : null
}

/** What is earned and what is lost, each by the sum of the lines as they are posted. */
export function totalsOf(lines: readonly Pick<RevaluedLine, 'value' | 'worth'>[]): {
  gain: string
  loss: string
} {
  const sumOf = (all: readonly string[]) =>
    all.reduce((sum, amount) => sum.plus(amount), new Exact(0)).toFixed()
  const all = lines.map(differenceOf)
  return {
    gain: sumOf(all.filter((amount) => !amount.startsWith('-'))),
    loss: sumOf(all.filter((amount) => amount.startsWith('-')).map(negated)),
  }
}

const negated = (amount: string) => new Exact(amount).negated().toFixed()
const isNought = (amount: string) => new Exact(amount).isZero()

/** Accounts as far as a posting names them. */
export type AccountOf = (id: string) => Exclude<PostingLine['part'], string>

/**
 * The lines of the entry: beside every pool while it goes back by itself, into the holding itself where the new value stays. What has no
 * foreign money left is settled: its value goes off its own ledger, and is a gain or loss that stays.
 */
export function postedLines(
  lines: readonly RevaluedLine[],
  method: Method,
  accountOf: AccountOf,
): PostingLine<Posted>[] {
  return lines.flatMap((line): PostingLine<Posted>[] => {
    const amount = differenceOf(line)
    if (isNought(amount)) return []
    const isSettled = residueOf(line) === 'foreignNil'
    const { branchId, itemId, holderId, partyType, partyId } = line
    const own: PostingLine<Posted> = {
      part: accountOf(line.accountId),
      branchId,
      itemId,
      holderId,
      quantity: '0',
      amount,
      ...(partyType !== null && partyId !== null && { party: { type: partyType, id: partyId } }),
    }
    const beside: PostingLine<Posted> = { part: 'revaluation', branchId, itemId, amount }
    const isLoss = amount.startsWith('-')
    const earned = isSettled
      ? (['realisedGain', 'realisedLoss'] as const)
      : (['unrealisedGain', 'unrealisedLoss'] as const)
    return [
      isSettled || method === 'PERMANENT' ? own : beside,
      { part: earned[isLoss ? 1 : 0], branchId, itemId, amount: negated(amount) },
    ]
  })
}

/** What goes back in the next period: all that is not settled. */
export const returnedLines = (
  lines: readonly RevaluedLine[],
  accountOf: AccountOf,
): PostingLine<Unrealised>[] =>
  // Nothing of them is settled.
  (
    postedLines(
      lines.filter((line) => residueOf(line) !== 'foreignNil'),
      'AUTO_REVERSING',
      accountOf,
    ) as PostingLine<Unrealised>[]
  ).map((line) => ({ ...line, amount: negated(line.amount ?? '0') }))

/** The first day of the period after that of a day; a period is a month, domain 3.5. */
export const nextPeriod = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)).toISOString().slice(0, 10)

/** By what a holding is known from one day to another. */
export const holdingKey = (one: Holding): string =>
  [one.branchId, one.kind, one.kind === 'open' ? one.accountId : '', one.itemId, one.holderId]
    .concat(one.kind === 'open' ? [one.partyType, one.partyId] : [])
    .join(' ')
