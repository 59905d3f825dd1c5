/*
 * A money changer's books, written from the domain document alone: what another program's books are held
 * against. No database, no network, exact decimals. One event is one call; it is posted wholly or refused
 * (`Refused`, with a code), its id is used once, and the cost sequence is the order of the calls, whatever
 * the business dates.
 *
 * Give per event (amounts and rates as decimal strings, dates as YYYY-MM-DD, rates and mids per quote unit):
 *   opening     branch, place, item, quantity, cost            float       branch, from, to, item, quantity
 *   deal        branch, place, customer, lines, fees           settle      deal, hand (notes), pay (money)
 *   cancel      deal, nothing settled yet                      reverse     deal, place where it is undone
 *   collect     a payment on a customer's account              clear       a cheque or card payment, or bounced
 *   adjust      signed quantity, reason, mid                   count       what was counted, mid
 *   send        from, to, item, quantity                       receive     transfer, quantity counted, gap
 *   arrive      transfer, a part of it that was counted        lose        transfer, what never arrived
 *   returned    transfer that comes back                       banking     cash to the bank, or from it
 *   exchange    notes for others of the same amount
 *   revalue     closing rates, method, reverseOn               journal     a manual entry
 *   undo        an opening, a float or an adjustment that is taken back
 *   addExpense, payExpenses, sendToBank, arriveAtBank   money of banks and payees, with undoBank
 *
 * It answers what each call posts (cost, gain, due, change …) as decimal strings, and at any time: `pools`
 * (Q, V, WAC), `holdings` by place, `travelling`, `reserved`, `balances`, `trialBalance`, `owed` by customer, `gains` in
 * margin and holding, `profit` by branch and item, `cash` by customer and day, `journalLines`; `bankPools` and
 * `bankReserved` of accounts at banks; and `faults`, which is empty unless an invariant of the document is broken.
 *
 * What the document leaves open is an option (types.ts) or a field of the event, each with its default. Out
 * of the model: gates and limits, and remittance. Currency that is handed over by a bank is an item of its own
 * for each account (`isAtBank`).
 */
import type { Decimal } from 'decimal.js'
import * as after from './after.ts'
import { bankCalls } from './bank.ts'
import { addDeal, type Deal, type Deals, settleDeal } from './deals.ts'
import * as broken from './faults.ts'
import * as figures from './figures.ts'
import { shopCalls } from './goods.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { exact, round, toCoin } from './numbers.ts'
import * as operations from './operations.ts'
import { postRevaluation, type RevalueInput } from './revaluation.ts'
import * as transfers from './transfers.ts'
import type { Currency, DealInput, Event, Options, SettleInput } from './types.ts'
import { undoEvent } from './undo.ts'

export { Refused } from './types.ts'

const defaults: Omit<Options, 'local' | 'currencies'> = {
  cashRounding: '0',
  cashRoundingMethod: 'nearest',
  poolLevel: 'branch',
  negativeStock: false,
  negativeCash: false,
  lineOrder: 'given',
  splitBy: 'margin',
  presentation: 'net',
  customerAccount: 'both',
  feesAt: 'first',
  roundingAt: 'payment',
  transitOwner: 'sender',
  transitLossOf: 'sender',
  dueLines: true,
  floatAtCost: false,
  modes: {
    cash: { in: 'cash', out: 'cash' },
    bank: { in: 'bank', out: 'bank' },
    cheque: { in: 'chequesInHand', out: 'chequesIssued' },
    card: { in: 'cardClearing', out: 'cardClearing' },
    account: { in: null, out: null },
  },
  reasons: { counterfeit: 'counterfeitLoss' },
}

const dealAnswer = (ledger: Ledger, { net, lines, fees, state }: Deal) => {
  const { cashRounding, cashRoundingMethod } = ledger.options
  const money = (value: Decimal) => value.toFixed(ledger.places)
  return {
    state,
    /** Positive: the customer pays. */
    net: money(net),
    /** The same in cash, after rounding to the coin. */
    due: money(toCoin(net, exact(cashRounding), cashRoundingMethod)),
    lines: lines.map(({ side, item, local, quantity, mid }) => ({
      item,
      local: money(local),
      /** 3.4 purchase edge `q*(mid - b)/u`: information, no income. */
      ...(side === 'buy' && {
        edge: money(
          round(quantity.times(mid).div(ledger.options.currencies[item]?.unit ?? 1), ledger.places).minus(
            local,
          ),
        ),
      }),
    })),
    fees: fees.map(({ net: fee, tax, gross }) => ({ net: money(fee), tax: money(tax), gross: money(gross) })),
  }
}

function settleAnswer(ledger: Ledger, settled: ReturnType<typeof settleDeal>) {
  const money = (value: Decimal) => value.toFixed(ledger.places)
  return {
    state: settled.deal.state,
    /**
     * Of each piece handed over: its local amount, what the stock account moved by, and the gain in two
     * parts.
     */
    lines: settled.pieces.map(({ side, item, local, value, margin, loss }) => {
      const gain = side === 'sell' ? local.minus(value) : loss.negated()
      const holding = money(gain.minus(margin))
      return {
        item,
        local: money(local),
        cost: money(value),
        gain: money(gain),
        margin: money(margin),
        holding,
      }
    }),
    payments: settled.payments.map(({ mode, direction, amount, change }) => ({
      mode,
      direction,
      amount: money(amount),
      change: change && money(change),
    })),
    /** Positive: what we gave up to the coin. */
    rounding: money(settled.rounding),
    fees: money(settled.fees),
    /** What stands on the customer's account from this deal: positive, the customer owes. */
    account: money(settled.deal.account),
    /** Still to be paid, positive by the customer. */
    open: money(settled.deal.net.minus(settled.deal.paid)),
  }
}

/** Every broken invariant of the document (3.3, section 4, 5.2), in words; empty when the books are right. */
function faultsOf(ledger: Ledger, deals: Deals, parcels: transfers.Parcels, runs: ReadonlySet<string>) {
  return [
    ...broken.listUnbalanced(ledger),
    ...broken.listUnrounded(ledger),
    ...broken.wrongPools(ledger),
    ...broken.wrongHoldings(ledger),
    ...broken.wrongTransfers(ledger, parcels),
    ...broken.wrongDues(ledger),
    ...broken.wrongGains(ledger),
    ...broken.wrongDeals(ledger, deals),
    ...broken.wrongReversals(ledger, deals),
    ...broken.wrongRevaluations(ledger, runs),
  ]
}

function dealCalls(ledger: Ledger, deals: Deals) {
  const money = (value: Decimal) => value.toFixed(ledger.places)
  return {
    deal: (input: DealInput) => dealAnswer(ledger, addDeal(ledger, deals, input)),
    settle: (input: SettleInput) => settleAnswer(ledger, settleDeal(ledger, deals, input)),
    cancel: (input: Event & { deal: string }) => after.cancelDeal(ledger, deals, input).state,
    reverse(input: Event & { deal: string; place?: string }) {
      const { pieces, gain } = after.reverseDeal(ledger, deals, input)
      const lines = pieces.map(({ item, cost, difference }) => ({
        item,
        cost: money(cost),
        /** Positive: a loss, where the original cost could not come back or go (3.3). */
        difference: money(difference),
      }))
      return { lines, gain: money(gain) }
    },
    collect: (input: after.CollectInput) => money(after.collectPayment(ledger, input)),
    clear: (input: after.ClearInput) => money(after.clearPayment(ledger, input)),
    stateOf: (deal: string) => deals.get(deal)?.state ?? null,
  }
}

function stockCalls(ledger: Ledger, parcels: transfers.Parcels, runs: Set<string>) {
  const money = (value: Decimal) => value.toFixed(ledger.places)
  return {
    opening: (input: operations.OpeningInput) => operations.addOpening(ledger, input),
    float: (input: operations.FloatInput) => operations.moveFloat(ledger, input),
    undo: (input: Event & { undoes: string }) => money(undoEvent(ledger, input)),
    adjust: (input: operations.AdjustInput) => money(operations.addAdjustment(ledger, input)),
    count(input: operations.CountInput) {
      const { expected, difference, value } = operations.addCount(ledger, input)
      return { expected: expected.toFixed(), difference: difference.toFixed(), value: money(value) }
    },
    banking: (input: Parameters<typeof operations.moveBank>[1]) => operations.moveBank(ledger, input),
    journal: (input: operations.JournalInput) => operations.addJournal(ledger, input),
    send: (input: transfers.SendInput) => money(transfers.sendParcel(ledger, parcels, input).value),
    receive(input: transfers.ReceiveInput) {
      const { value, gap, overage } = transfers.receiveParcel(ledger, parcels, input)
      return { value: money(value), gap: money(gap), overage: money(overage) }
    },
    arrive: (input: Parameters<typeof transfers.arriveInPart>[2]) =>
      money(transfers.arriveInPart(ledger, parcels, input)),
    lose: (input: Parameters<typeof transfers.loseRest>[2]) =>
      money(transfers.loseRest(ledger, parcels, input)),
    exchange: (input: operations.ExchangeInput) => money(operations.exchangeNotes(ledger, input)),
    /** What is under way, by transfer: what of it has not arrived. */
    travelling: () =>
      [...parcels.values()].flatMap((parcel) => {
        const { quantity, value } = transfers.leftOf(parcel)
        const { id, item } = parcel
        return parcel.state === 'inTransit'
          ? [{ id, item, quantity: quantity.toFixed(), value: money(value) }]
          : []
      }),
    returned: (input: Event & { transfer: string }) => money(transfers.returnParcel(ledger, parcels, input)),
    revalue(input: RevalueInput) {
      const rows = postRevaluation(ledger, input)
      if (input.method !== 'permanent' && input.reverseOn !== null) runs.add(input.id)
      return rows.map(({ role, branch, item, ...row }) => ({
        role,
        branch,
        item,
        closing: money(row.closing),
        unrealised: money(row.unrealised),
      }))
    },
  }
}

function figureCalls(ledger: Ledger, deals: Deals) {
  const isAtBank = ({ item }: { item: string }) => ledger.options.currencies[item]?.isAtBank ?? false
  const isInNotes = (one: { item: string }) => !isAtBank(one)
  return {
    pools: () => figures.poolFigures(ledger).filter(isInNotes),
    bankPools: () => figures.poolFigures(ledger).filter(isAtBank),
    holdings: () => figures.holdingFigures(ledger),
    reserved: () => figures.reservedFigures(ledger, deals).filter(isInNotes),
    bankReserved: () => figures.reservedFigures(ledger, deals).filter(isAtBank),
    balances: (filter?: figures.Until) => figures.balanceFigures(ledger, filter),
    trialBalance: (span?: figures.Span) => figures.trialBalance(ledger, span),
    owed: (filter?: figures.Until) => figures.owedFigures(ledger, filter),
    gains: () => figures.gainFigures(ledger),
    profit: (span?: figures.Span) => figures.profitFigures(ledger, span),
    cash: (filter?: { keepReversed?: boolean }) => figures.cashFigures(ledger, deals, filter),
    /** The journal itself, in posting order; decimals, debits positive. */
    journalLines: () => ledger.lines,
  }
}

/**
 * Opens empty books: the local currency, every currency with its exponent and quote unit, and what differs
 * from the defaults.
 */
export function openBook(given: Partial<Options> & { local: string; currencies: Record<string, Currency> }) {
  const ledger = openLedger({ ...defaults, ...given })
  const deals: Deals = new Map()
  const parcels: transfers.Parcels = new Map()
  const runs = new Set<string>()
  return {
    ...dealCalls(ledger, deals),
    ...stockCalls(ledger, parcels, runs),
    ...figureCalls(ledger, deals),
    ...shopCalls(ledger),
    ...bankCalls(ledger),
    faults: () => faultsOf(ledger, deals, parcels, runs),
  }
}

export type Book = ReturnType<typeof openBook>
