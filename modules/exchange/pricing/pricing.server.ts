// Long because a basket is judged as a whole: rates, amounts, money and rules each need the one before.
import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { type FieldFault, notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { allCurrencies, enabledModes, subCurrencyRows } from '#modules/currencies/public.server.ts'
import { dealingCustomer, holdersOfPaper, paperNumber } from '#modules/customers/public.server.ts'
import type { ChargedFee } from '#modules/charges/charged/charged.domain.ts'
import { chargedFees } from '#modules/charges/public.server.ts'
import { averageCosts } from '#modules/ledger/public.server.ts'
import { checkAgainstEffective } from '#modules/rates/validation/validation.domain.ts'
import { rateRules, ratesOfLines } from '#modules/rates/public.server.ts'
import {
  cashRounding,
  deviationOf,
  gainOf,
  lineAmount,
  notesOf,
  type Piece,
  type Totals,
  totalsOf,
} from '../basket/basket.domain.ts'
import type { Crossed } from '#modules/compliance/assessment/evaluate.domain.ts'
import type { GateDraft } from '../gates/gates.domain.ts'
import type { DealDraft } from './pricing.contract.ts'
import type { WorkflowSettings } from '../workflow/workflow-settings.contract.ts'
import { workflowSettings } from '../workflow/workflow-settings.server.ts'
import { dueDiligence } from './due-diligence.server.ts'
import { stockGates } from './stock-limits.server.ts'
import { screeningGates } from './screening.server.ts'
import { gatesOf, type LineFacts } from '../gates/gates.domain.ts'
import type { HeldRate, Missing, Mode, Place, PricedLine, PricedPayment, Subject } from './pricing.domain.ts'
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

const fault = (field: string, code: string, data: Record<string, unknown> = {}) =>
  new Refusal(code, data, { fields: [{ field, code, data }] })

/**
 * What the house says of a basket at a counter, for this person: the rates that hold, what each line and the whole come to,
 * what is charged, which gates would open, and what is missing with the rule that asks for it. Throws a Refusal at its field
 * for what no second person could let through, and DEAL_INCOMPLETE where something is missing in what `isSubmitted`. `held` are the
 * rates of a quote that has not run out.
 */
export async function evaluate(
  { db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>,
  draft: DealDraft,
  place: Place,
  {
    dealId,
    held = [],
    isChange,
    isSubmitted = false,
  }: { dealId: string | null; held?: readonly HeldRate[]; isChange: boolean; isSubmitted?: boolean },
): Promise<Evaluation> {
  const customer = await customerOf(db, draft.customerId)
  const identity = identityOf(draft, customer)
  const subject = await subjectOf(db, customer, identity)
  const settings = await workflowSettings(db)
  const missing: Missing[] = []
  const { lines, local, facts, deviationAsks } = await pricedLines(
    db,
    draft,
    place,
    customer?.customerType ?? 0,
    held,
    missing,
    isChange,
  )
  const modes = await enabledModes(db)
  const exponent = local.exponent
  const principal = totalsOf(lines, [], exponent).net
  const fees = await chargedFees(db, {
    branchId: place.branchId,
    customerType: customer?.customerType ?? 0,
    lines,
    payments: payingModes(draft, modes, principal),
    principal,
    waived: draft.waivedFees,
  })
  const totals = totalsOf(
    lines,
    fees.filter(({ isWaived }) => !isWaived),
    exponent,
  )
  if (draft.payout.length > 0)
    checkPieces(
      { quantity: '0', pieces: draft.payout, subCurrencyId: null },
      await piecesOf(db, local.id, undefined),
      () => 'payout',
    )
  const paid = paymentsOf(draft, modes, totals.net, local, isChange)
  const { rounding } = paid
  const payments = withPayout(paid.payments, draft.payout)
  const cash = notesOf(
    lines,
    payments.map(({ direction, mode: { kind }, amount }) => ({ direction, kind, amount })),
    exponent,
  )
  const amount = compareDecimals(totals.buy, totals.sell) > 0 ? totals.buy : totals.sell
  const subjects = [
    ...[...actor.selves].map((id) => `maker ${id}`),
    ...subject.customerIds.map((id) => `customer ${id}`),
    ...subject.papers.map((paper) => `paper ${paper}`),
  ]
  if (isChange) await queries.holdSubjects(db, subjects)
  const { walkIn, thirdParty } = draft
  await refuseUnknown(
    { thirdParty, payments },
    { db, actor, businessDate: place.businessDate, dealId, isChange },
  )
  const diligence = await dueDiligence(db, {
    customer,
    customerId: draft.customerId,
    identity,
    subject,
    walkIn,
    purpose: draft.purpose,
    sourceOfFunds: draft.sourceOfFunds,
    place,
    at: now,
    dealId,
    totals,
    exponent,
    cash,
    thirdParties: cashOf({ thirdParty, payments }, amount),
  })
  missing.push(...diligence.missing)
  // Before anybody is screened: compliance would decide on a name for a deal that is not made.
  if (isSubmitted) refuseIncomplete(missing)
  const screened = await screeningGates(db, {
    customer,
    walkIn,
    thirdParty,
    payments,
    dealId,
    by: actor,
    now,
    isChange,
    amount,
  })
  const stock = await stockGates(db, place, { lines, payments, localId: local.id })
  const waived = fees.filter(({ isWaived }) => isWaived).reduce((sum, { fee }) => sum.plus(fee), new Exact(0))
  const gates = [
    ...gatesOf(
      {
        lines: facts,
        deviationAsks,
        amount,
        makerToday: await queries.makerTotal(db, actor.selves, place.businessDate, dealId),
        customerToday: diligence.customerToday,
        waivedFees: waived.toFixed(),
        hasThirdParty: thirdPartiesOf({ thirdParty, payments }).length > 0,
        isUncleared: draft.askAuthorization && payments.some(needsClearing),
        isRequested: draft.askAuthorization && !payments.some(needsClearing),
      },
      actor.limits,
      settings.authorise,
    ),
    ...stock.gates,
    ...diligence.gates,
    ...screened,
  ]
  return {
    lines,
    fees,
    totals,
    rounding,
    cash,
    payments,
    gates,
    warnings: stock.warnings,
    missing,
    tier: diligence.tier,
    asks: diligence.asks,
    crossed: diligence.crossed,
    customer,
    identity,
    subject,
    local,
    settings,
  }
}

/** How the customer pays: as is said, else in cash; by nothing where the house pays. */
function payingModes(draft: DealDraft, modes: readonly Mode[], net: string) {
  if (draft.payments.length > 0) return draft.payments.filter(({ direction }) => direction === 'in')
  const cash = modes.find(({ side, kind }) => side === 'payment' && kind === 'cash')
  return cash && !net.startsWith('-') ? [{ modeId: cash.id, amount: net }] : []
}

const needsClearing = ({ direction, mode }: PricedPayment) => direction === 'in' && mode.needsClearing

/** What the whole would earn; null where a part of it has no cost yet. */
export function expectedGain({ lines, local }: Pick<Evaluation, 'lines' | 'local'>) {
  const sum = { dealing: new Exact(0), holding: new Exact(0), realised: new Exact(0) }
  for (const line of lines) {
    if (line.side === 'sell' && line.cost === null) return null
    const gain = gainOf(line, line.cost, local.exponent)
    // What a purchase saves is not earned yet.
    if (line.side === 'buy') continue
    for (const key of ['dealing', 'holding', 'realised'] as const) sum[key] = sum[key].plus(gain[key])
  }
  const fixed = (value: { toFixed: (places: number) => string }) => value.toFixed(local.exponent)
  return { dealing: fixed(sum.dealing), holding: fixed(sum.holding), realised: fixed(sum.realised) }
}

/** The customer of a deal, who is on file and may deal. Throws NOT_FOUND and CUSTOMER_CANNOT_DEAL. */
export async function customerOf(db: Db, id: string | null) {
  if (id === null) return undefined
  const customer = await dealingCustomer(db, id)
  if (!customer) throw notFound()
  // The words are the same whatever the reason: nobody is tipped off.
  if (customer.isBlocked || !customer.isActive) throw fault('customerId', 'CUSTOMER_CANNOT_DEAL')
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
  if (holders?.mayNotDeal) throw fault('walkIn.idNumber', 'CUSTOMER_CANNOT_DEAL')
  const { samePerson = [], papers = [] } = customer ?? holders ?? {}
  const numbers = new Set([identity, ...papers.map(paperNumber)])
  return { customerIds: samePerson, papers: [...numbers].filter((number) => number !== '') }
}

async function pricedLines(
  db: Db,
  draft: DealDraft,
  place: Place,
  customerType: number,
  held: readonly HeldRate[],
  missing: Missing[],
  isChange: boolean,
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
  const effectiveRule = limits.find((one) => one.rule === 'effective' && one.isEnabled)
  const costs = isSold ? await averageCosts(db, place.branchId) : new Map<string, string>()
  const lines: PricedLine[] = []
  const facts: LineFacts[] = []
  for (const [position, line] of draft.lines.entries()) {
    const at = (field: string) => `lines.${position}.${field}`
    const found = rates[position]
    if (!found) throw fault(at('currencyId'), 'INVALID_PAIR')
    const { currency, rate: effective } = found
    const sub = line.subCurrencyId === null ? undefined : await subCurrencyRows.find(db, line.subCurrencyId)
    if (line.subCurrencyId !== null && (sub?.currencyId !== currency.id || !sub.isEnabled))
      throw fault(at('subCurrencyId'), 'INVALID_PAIR')
    const promised = held.find(
      (one) =>
        one.side === line.side &&
        one.currencyId === line.currencyId &&
        one.subCurrencyId === line.subCurrencyId &&
        compareDecimals(one.quantity, line.quantity) === 0,
    )
    const usual = promised?.usualRate ?? effective[line.side]
    if (usual === null) throw fault(at('currencyId'), 'INVALID_PAIR')
    checkQuantity(line, currency, at)
    if (isChange && line.usualRate !== null && compareDecimals(line.usualRate, usual) !== 0)
      throw new Refusal(
        'RATE_CHANGED',
        { line: position, rate: usual },
        {
          kind: 'conflict',
          fields: [{ field: at('rate'), code: 'RATE_CHANGED', data: { rate: usual } }],
        },
      )
    const rate = line.rate ?? usual
    const itemId = sub?.hasOwnStock ? sub.id : currency.id
    const unitCost = costs.get(itemId)
    const cost =
      line.side === 'sell' && unitCost !== undefined
        ? new Exact(unitCost).times(line.quantity).toFixed(local.exponent)
        : null
    const amount = lineAmount(
      { quantity: line.quantity, rate, quoteUnit: currency.quoteUnit },
      local.exponent,
    )
    if (new Exact(amount).isZero()) throw fault(at('quantity'), 'COMES_TO_NOTHING')
    checkPieces(line, await piecesOf(db, currency.id, sub), at)
    const isNegotiated = compareDecimals(rate, usual) !== 0
    if (isNegotiated) {
      const sides = (value: string) => ({ buy: null, sell: null, [line.side]: value })
      const findings = checkAgainstEffective(sides(rate), sides(usual), limits, null)
      const blocked = findings.find(({ level }) => level === 'block')
      if (blocked)
        throw fault(at('rate'), 'RATE_OUT_OF_TOLERANCE', {
          deviation: percentOf(blocked.value),
          limit: percentOf(effectiveRule?.block ?? '0'),
        })
      if (line.reason === '')
        missing.push({
          field: at('reason'),
          code: 'REASON_REQUIRED',
          rule: 'negotiatedRate',
          source: '',
        })
    }
    const loss = cost === null ? new Exact(0) : new Exact(cost).minus(amount)
    facts.push({
      position,
      deviation: isNegotiated ? deviationOf(line.side, rate, usual) : '0',
      loss: loss.isPositive() ? loss.toFixed() : '0',
    })
    lines.push({
      position,
      side: line.side,
      currencyId: currency.id,
      subCurrencyId: sub?.id ?? null,
      itemId,
      currencyCode: currency.code,
      subCurrencyCode: sub?.code ?? null,
      quoteUnit: currency.quoteUnit,
      quantity: line.quantity,
      rate,
      usualRate: usual,
      mid: promised?.mid ?? effective.mid,
      rateRule: promised?.rateRule ?? effective.rule,
      reason: line.reason,
      amount,
      pieces: line.pieces,
      cost,
    })
  }
  const { id, code, exponent, cashUnit } = local
  const deviationAsks = effectiveRule?.warn ?? null
  return { lines, facts, deviationAsks, local: { id, code, exponent, cashUnit } }
}

/** A fraction as a percentage, as messages say it. */
const percentOf = (fraction: string) => new Exact(fraction).times(100).toDecimalPlaces(4).toFixed()

function checkQuantity(
  { quantity, pieces }: DealDraft['lines'][number],
  currency: { exponent: number; cashUnit: string },
  at: (field: string) => string,
): void {
  const exact = new Exact(quantity)
  if (exact.decimalPlaces() > currency.exponent) throw fault(at('quantity'), 'TOO_MANY_DECIMALS', currency)
  if (!exact.mod(currency.cashUnit).isZero())
    throw fault(at('quantity'), 'NOT_PAYABLE', { cashUnit: new Exact(currency.cashUnit).toFixed() })
  if (pieces.length === 0) return
  const sum = sumOf(pieces)
  if (!sum.equals(exact)) throw fault(at('pieces'), 'PIECES_DIFFER', { sum: sum.toFixed(), quantity })
}

const sumOf = (pieces: readonly Piece[]) =>
  pieces.reduce((total, one) => total.plus(new Exact(one.faceValue).times(one.count)), new Exact(0))

/** Which notes and coins there are: of a part of a currency its own, else all of the currency. */
export async function piecesOf(db: Db, currencyId: string, sub: { faceValues: unknown } | undefined) {
  const own = (sub?.faceValues ?? []) as string[]
  if (own.length > 0) return own
  const currency = (await allCurrencies(db)).find(({ id }) => id === currencyId)
  return currency?.denominations.map(({ faceValue }) => faceValue) ?? []
}

/** Pieces are those that there are, each once; and what is asked of a part of a currency can be made of its own. */
function checkPieces(
  {
    quantity,
    pieces,
    subCurrencyId,
  }: Pick<DealDraft['lines'][number], 'quantity' | 'pieces' | 'subCurrencyId'>,
  faces: readonly string[],
  at: (field: string) => string,
): void {
  if (faces.length === 0) return
  const known = new Set(faces.map((face) => new Exact(face).toFixed()))
  const given = pieces.map(({ kind, faceValue }) => `${kind} ${new Exact(faceValue).toFixed()}`)
  if (new Set(given).size < given.length || !given.every((one) => known.has(one.split(' ')[1] ?? '')))
    throw fault(at('pieces'), 'NO_SUCH_PIECE')
  if (subCurrencyId === null) return
  const smallest = faces.toSorted(compareDecimals)[0] ?? '1'
  if (!new Exact(quantity).mod(smallest).isZero())
    throw fault(at('quantity'), 'NOT_PAYABLE', { cashUnit: new Exact(smallest).toFixed() })
}

/** The notes that are paid out stand with the first cash that is; PIECES_DIFFER where they do not add up to it. */
function withPayout(payments: readonly PricedPayment[], payout: readonly Piece[]): PricedPayment[] {
  if (payout.length === 0) return [...payments]
  const cash = payments.find(({ direction, mode }) => direction === 'out' && mode.kind === 'cash')
  const [sum, quantity] = [sumOf(payout), cash?.amount ?? '0']
  if (!sum.equals(quantity)) throw fault('payout', 'PIECES_DIFFER', { sum: sum.toFixed(), quantity })
  return payments.map((one) => (one === cash ? { ...one, pieces: [...payout] } : one))
}

/** The payments as they will be, with what is rounded so that cash can be paid; domain 5.2. */
function paymentsOf(
  draft: DealDraft,
  modes: readonly Mode[],
  net: string,
  local: Evaluation['local'],
  isChange: boolean,
): { payments: PricedPayment[]; rounding: string } {
  const direction = net.startsWith('-') ? ('out' as const) : ('in' as const)
  const side = { in: 'payment', out: 'delivery' } as const
  if (draft.payments.length === 0) {
    const rounding = cashRounding(net, local.cashUnit, local.exponent)
    const amount = new Exact(net).plus(rounding).abs()
    if (amount.isZero()) return { payments: [], rounding }
    const mode = modes.find((one) => one.side === side[direction] && one.kind === 'cash')
    if (!mode) throw fault('payments', 'NO_CASH_MODE')
    const payment = {
      direction,
      mode,
      amount: amount.toFixed(),
      tendered: null,
      pieces: [],
      reference: '',
      thirdParty: null,
    }
    return { payments: [payment], rounding }
  }
  let [sum, isInCash] = [new Exact(0), false]
  const payments = draft.payments.map(({ modeId, ...payment }, index) => {
    const at = (field: string) => `payments.${index}.${field}`
    const mode = modes.find((one) => one.id === modeId && one.side === side[payment.direction])
    if (!mode) throw fault(at('modeId'), 'UNKNOWN_MODE')
    // Money that goes round in a deal would pass by its limits and its due diligence.
    if (payment.direction !== direction) throw fault(at('amount'), 'PAYMENT_AGAINST_NET')
    const amount = new Exact(payment.amount)
    if (amount.decimalPlaces() > local.exponent) throw fault(at('amount'), 'TOO_MANY_DECIMALS', local)
    if (mode.kind === 'account' && draft.customerId === null) throw fault(at('modeId'), 'CUSTOMER_REQUIRED')
    if (mode.kind === 'cash') {
      isInCash = true
      if (!amount.mod(local.cashUnit).isZero())
        throw fault(at('amount'), 'NOT_PAYABLE', { cashUnit: new Exact(local.cashUnit).toFixed() })
      // Whoever is still typing hears it from the screen.
      if (isChange && payment.tendered !== null && amount.greaterThan(payment.tendered))
        throw fault(at('tendered'), 'TENDERED_TOO_LITTLE')
    }
    sum = payment.direction === 'in' ? sum.plus(amount) : sum.minus(amount)
    return { ...payment, mode, pieces: [] }
  })
  const rounding = sum.minus(net)
  const most = isInCash ? new Exact(local.cashUnit).dividedBy(2) : new Exact(0)
  if (rounding.abs().greaterThan(most)) {
    // Whoever is still typing hears it from the screen.
    if (isChange) throw fault('payments', 'PAYMENTS_DIFFER', { expected: net, entered: sum.toFixed() })
    return { payments, rounding: new Exact(0).toFixed(local.exponent) }
  }
  return { payments, rounding: rounding.toFixed(local.exponent) }
}

/** Refuses what is incomplete, each fault at its field. */
function refuseIncomplete(missing: readonly Missing[]): void {
  if (missing.length === 0) return
  const fields: FieldFault[] = missing.map(({ field, code }) => ({ field, code }))
  throw new Refusal('DEAL_INCOMPLETE', {}, { fields })
}
