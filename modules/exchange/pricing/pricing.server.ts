import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { enabledModes, subCurrencyRows } from '#modules/currencies/public.server.ts'
import { dealingCustomer, holdersOfPaper, paperNumber } from '#modules/customers/public.server.ts'
import type { ChargedFee } from '#modules/charges/charged/charged.domain.ts'
import { priceFees } from '#modules/charges/public.server.ts'
import { foreignAccountsAt } from '#modules/bank/public.server.ts'
import { rateRules, ratesOfLines } from '#modules/rates/public.server.ts'
import { notesOf, type Totals, totalsOf } from '../basket/basket.domain.ts'
import type { Crossed } from '#modules/compliance/assessment/evaluate.domain.ts'
import { type DealFacts, type GateDraft, gatesOf } from '../gates/gates.domain.ts'
import type { DealDraft } from './pricing.contract.ts'
import type { WorkflowSettings } from '../workflow/workflow-settings.contract.ts'
import { workflowSettings } from '../workflow/workflow-settings.server.ts'
import { dueDiligence } from './due-diligence.server.ts'
import { findCostsAt } from './costs.server.ts'
import { piecesOf } from './drawer.server.ts'
import { stockGates } from './stock-limits.server.ts'
import { screeningGates } from './screening.server.ts'
import { effectiveRule, priceLine } from './lines.domain.ts'
import { payingModes, pricePayments } from './payments.domain.ts'
import { addPayout, checkPieces } from './pieces.domain.ts'
import {
  awaitsMoney,
  createFault,
  type HeldRate,
  isInNotes,
  largerSide,
  type Missing,
  type Place,
  type PricedLine,
  type PricedPayment,
  refuseIncomplete,
  type Subject,
} from './pricing.domain.ts'
import { refuseUnknown } from '../third-parties/check.server.ts'
import { cashOf, thirdPartiesOf } from '../third-parties/third-parties.domain.ts'
import * as queries from './pricing.queries.ts'

export interface Evaluation {
  lines: PricedLine[]
  fees: ChargedFee[]
  totals: Totals
  rounding: string
  /** What of it is in notes, foreign or local. */
  cash: string
  payments: PricedPayment[]
  gates: GateDraft[]
  /** What is only said, and stops nothing. */
  warnings: GateDraft[]
  missing: Missing[]
  tier: 'none' | 'SDD' | 'CDD' | 'EDD'
  /** What a customer who is not named yet would have to have. */
  asks: string[]
  /** The rules of due diligence that it crosses. */
  crossed: readonly Crossed[]
  customer: Awaited<ReturnType<typeof dealingCustomer>>
  identity: string
  subject: Subject
  local: { id: string; code: string; exponent: number; cashUnit: string }
  settings: WorkflowSettings
}

interface Options {
  dealId: string | null
  /** The rates of a quote that has not run out. */
  held?: readonly HeldRate[]
  /** Whether the deal is written, and not only looked at. */
  isChange: boolean
  isSubmitted?: boolean
}

/** A basket with its prices, before it is judged. */
interface Basket extends Awaited<ReturnType<typeof priceLines>>, Awaited<ReturnType<typeof priceMoney>> {
  parties: Awaited<ReturnType<typeof loadParties>>
  place: Place
}

/**
 * What the house says of a basket at a counter, for this person: the rates that hold, what each line and the whole come to,
 * what is charged, which gates would open, and what is missing with the rule that asks for it. Throws a Refusal at its field
 * for what no second person could let through, and DEAL_INCOMPLETE where something is missing in what `isSubmitted`.
 */
export async function evaluate(
  ctx: Pick<Ctx, 'db' | 'actor' | 'now'>,
  draft: DealDraft,
  place: Place,
  options: Options,
): Promise<Evaluation> {
  const parties = await loadParties(ctx.db, draft)
  const settings = await workflowSettings(ctx.db)
  const customerType = parties.customer?.customerType ?? 0
  const priced = await priceLines(ctx.db, draft, { place, customerType, ...options })
  const { lines, local } = priced
  const { isChange } = options
  const money = await priceMoney(ctx.db, draft, { place, customerType, lines, local, isChange })
  const basket = { ...priced, ...money, parties, place }
  const judged = await judge(ctx, draft, basket, { ...options, authorise: settings.authorise })
  const { fees, totals, rounding, cash, payments } = money
  return { lines, fees, totals, rounding, cash, payments, ...judged, ...parties, local, settings }
}

/** Who deals: the customer on file, the paper that was shown, and whose deals count together. */
async function loadParties(db: Db, draft: DealDraft) {
  const customer = await customerOf(db, draft.customerId)
  const identity = identityOf(draft, customer)
  return { customer, identity, subject: await subjectOf(db, customer, identity) }
}

/** The lines with their prices, the facts that gates judge them by, and what is missing of them. */
async function priceLines(
  db: Db,
  draft: DealDraft,
  { place, customerType, held = [], isChange }: Options & { place: Place; customerType: number },
) {
  const who = { branchId: place.branchId, customerType, customerId: draft.customerId, amount: null }
  const asks = draft.lines.map(({ currencyId, subCurrencyId, quantity }) => ({
    currencyId,
    subCurrencyId,
    amount: quantity,
  }))
  const { local, lines: rates } = await ratesOfLines(db, who, asks)
  if (!local) throw new Error('A company has a local currency')
  const isSold = draft.lines.some(({ side }) => side === 'sell')
  const isNegotiable = draft.lines.some(({ rate }) => rate !== null)
  const limits = isNegotiable ? await rateRules(db) : []
  const isByBank = draft.lines.some(({ transfer }) => transfer !== null)
  const accounts = isByBank ? await foreignAccountsAt(db, place.branchId) : []
  const costs = isSold ? await findCostsAt(db, place.branchId, accounts) : new Map<string, string>()
  const terms = { localExponent: local.exponent, held, costs, limits, isChange }
  const priced: ReturnType<typeof priceLine>[] = []
  for (const [position, line] of draft.lines.entries()) {
    const ground = await groundOf(db, line.subCurrencyId, rates[position])
    priced.push(priceLine(line, position, ground && { ...ground, accounts }, terms))
  }
  const { id, code, exponent, cashUnit } = local
  return {
    lines: priced.map(({ line }) => line),
    facts: priced.map(({ facts }) => facts),
    missing: priced.flatMap(({ missing }) => missing),
    deviationAsks: effectiveRule(limits)?.warn ?? null,
    local: { id, code, exponent, cashUnit },
  }
}

type RateOfLine = Awaited<ReturnType<typeof ratesOfLines>>['lines'][number]

/** What a line is priced by, beside its rate: the part of the currency and the notes and coins in use. */
async function groundOf(db: Db, subCurrencyId: string | null, found: RateOfLine) {
  if (!found) return undefined
  const sub = subCurrencyId === null ? undefined : await subCurrencyRows.find(db, subCurrencyId)
  return { ...found, sub, faces: await piecesOf(db, found.currency.id, sub) }
}

interface Priced {
  place: Place
  customerType: number
  lines: readonly PricedLine[]
  local: Evaluation['local']
  isChange: boolean
}

/** What the lines come to: fees, totals, payments with what is rounded, and what of it is in notes. */
async function priceMoney(db: Db, draft: DealDraft, priced: Priced) {
  const { place, customerType, lines, local, isChange } = priced
  const modes = await enabledModes(db)
  const { exponent } = local
  const principal = totalsOf(lines, [], exponent).net
  const fees = await priceFees(db, {
    branchId: place.branchId,
    customerType,
    lines,
    payments: payingModes(draft.payments, modes, principal),
    principal,
    waived: draft.waivedFees,
  })
  const due = fees.filter(({ isWaived }) => !isWaived)
  const totals = totalsOf(lines, due, exponent)
  if (draft.payout.length > 0) {
    const payout = { quantity: '0', pieces: draft.payout, subCurrencyId: null }
    checkPieces(payout, await piecesOf(db, local.id, undefined), () => 'payout')
  }
  const hasCustomer = draft.customerId !== null
  const terms = { modes, net: totals.net, local, hasCustomer, isChange }
  const paid = pricePayments(draft.payments, terms)
  const payments = addPayout(paid.payments, draft.payout)
  const moved = payments.map(({ direction, mode: { kind }, amount }) => ({ direction, kind, amount }))
  return {
    fees,
    totals,
    rounding: paid.rounding,
    payments,
    cash: notesOf(lines.filter(isInNotes), moved, exponent),
    amount: largerSide(lines, exponent),
  }
}

/** What stands in the way of a priced basket: by due diligence, screening, limits of stock and those of the maker. */
async function judge(
  { db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>,
  draft: DealDraft,
  basket: Basket,
  { dealId, isChange, isSubmitted = false, authorise }: Options & Pick<WorkflowSettings, 'authorise'>,
) {
  const { parties, place, lines, payments, amount, local } = basket
  if (isChange) await queries.holdSubjects(db, subjectsOf(actor.selves, parties.subject))
  const { customerId, walkIn, thirdParty, purpose, sourceOfFunds } = draft
  const named = { thirdParty, payments }
  await refuseUnknown(named, { db, actor, businessDate: place.businessDate, dealId, isChange })
  const diligence = await dueDiligence(db, {
    ...parties,
    customerId,
    walkIn,
    purpose,
    sourceOfFunds,
    place,
    at: now,
    dealId,
    totals: basket.totals,
    exponent: local.exponent,
    cash: basket.cash,
    thirdParties: cashOf(named, largerSide(lines.filter(isInNotes), local.exponent)),
  })
  const missing = [...basket.missing, ...diligence.missing]
  // Before anybody is screened: compliance would decide on a name for a deal that is not made.
  if (isSubmitted) refuseIncomplete(missing)
  const who = { customer: parties.customer, walkIn, ...named, dealId, by: actor, now }
  const screened = await screeningGates(db, { ...who, isChange, amount })
  const stock = await stockGates(db, place, { lines: lines.filter(isInNotes), payments, localId: local.id })
  const makerToday = await queries.makerTotal(db, actor.selves, place.businessDate, dealId)
  const facts = factsOf(draft, basket, { makerToday, customerToday: diligence.customerToday })
  return {
    gates: [...gatesOf(facts, actor.limits, authorise), ...stock.gates, ...diligence.gates, ...screened],
    warnings: stock.warnings,
    missing,
    tier: diligence.tier,
    asks: diligence.asks,
    crossed: diligence.crossed,
  }
}

/** Whose deals nobody else decides meanwhile: the maker's, the customer's and those of the paper. */
const subjectsOf = (selves: Iterable<string>, { customerIds, papers }: Subject) => [
  ...[...selves].map((id) => `maker ${id}`),
  ...customerIds.map((id) => `customer ${id}`),
  ...papers.map((paper) => `paper ${paper}`),
]

/** What the gates of the maker's own limits are judged by. */
function factsOf(
  { askAuthorization, thirdParty }: DealDraft,
  { facts, deviationAsks, amount, fees, lines, payments }: Basket,
  today: Pick<DealFacts, 'makerToday' | 'customerToday'>,
): DealFacts {
  const waived = fees.filter(({ isWaived }) => isWaived).reduce((sum, { fee }) => sum.plus(fee), new Exact(0))
  const isUnpaid = awaitsMoney({ lines, payments })
  return {
    lines: facts,
    deviationAsks,
    amount,
    ...today,
    waivedFees: waived.toFixed(),
    hasThirdParty: thirdPartiesOf({ thirdParty, payments }).length > 0,
    isUncleared: askAuthorization && isUnpaid,
    isRequested: askAuthorization && !isUnpaid,
  }
}

/** The customer of a deal, who is on file and may deal. Throws NOT_FOUND and CUSTOMER_CANNOT_DEAL. */
export async function customerOf(db: Db, id: string | null) {
  if (id === null) return undefined
  const customer = await dealingCustomer(db, id)
  if (!customer) throw notFound()
  // The words are the same whatever the reason: nobody is tipped off.
  if (customer.isBlocked || !customer.isActive) throw createFault('customerId', 'CUSTOMER_CANNOT_DEAL')
  return customer
}

/**
 * The number of the paper that was shown, in one spelling: what links deals of people who are not on file. Without its type and
 * country, which a hurried or obliging hand leaves out.
 */
function identityOf({ walkIn }: DealDraft, customer: Evaluation['customer']): string {
  const paper = customer ?? walkIn
  return paperNumber(paper?.idNumber ?? '')
}

/** Whose deals count together. Throws CUSTOMER_CANNOT_DEAL where the paper is that of somebody on file who may not deal. */
async function subjectOf(db: Db, customer: Evaluation['customer'], identity: string): Promise<Subject> {
  const holders = customer || identity === '' ? undefined : await holdersOfPaper(db, identity)
  if (holders?.mayNotDeal) throw createFault('walkIn.idNumber', 'CUSTOMER_CANNOT_DEAL')
  const { samePerson = [], papers = [] } = customer ?? holders ?? {}
  const numbers = new Set([identity, ...papers.map(paperNumber)])
  return { customerIds: samePerson, papers: [...numbers].filter((number) => number !== '') }
}
