import { createContext, use, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Deal } from '../deals/deals.contract.ts'
import type { Side } from '../basket/basket.domain.ts'
import {
  type Basket,
  emptyBasket,
  hasContent,
  newPaying,
  nextKey,
  nobody,
  type Paying,
} from './draft.domain.ts'
import { add, amountFor, type Entry, isBlank, isNoNumber, newEntry, typedNumber } from './entry.domain.ts'
import { type House, useHouse } from './house.web.ts'
import { type Pricing, usePricing, useUsualRates } from './pricing.web.ts'
import { useSettling } from './settling.web.ts'

/** Puts the focus on a field of the screen. */
export function focusOn(path: string): void {
  const found = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
  // A file is chosen by its button.
  const field = found?.querySelector('button') ?? found
  field?.focus()
}

const say = (name: string, detail: unknown) => dispatchEvent(new CustomEvent(name, { detail }))

type Change = Partial<Entry> | ((entry: Entry) => Partial<Entry>)

export interface Beginning {
  /** The draft or quote that it goes on with. */
  held?: Deal | undefined
  /** With whom a new one is. */
  customer?: Basket['customer'] | undefined
}

/** Everything that the screen of a deal knows and does. */
export function useDealState({ held, customer = null }: Beginning, onDone: (deal: Deal) => void) {
  const [basket, setBasket] = useState<Basket>(() => (held ? basketOf(held) : { ...emptyBasket(), customer }))
  const [isChanged, setChanged] = useState(false)
  const [total, setTotal] = useState<string>()
  const [isRegistering, setRegistering] = useState(false)
  const house = useHouse(basket.customer?.id ?? null, basket.customer?.type ?? 0)
  const pricing = usePricing(basket, house, held?.id ?? null)
  const settling = useSettling({ held, isChanged, onDone })

  const change = (part: Partial<Basket> | ((now: Basket) => Partial<Basket>)) => {
    setChanged(true)
    setBasket((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }))
  }
  // What was typed meets the line as it is by then: its currency may have come in between.
  const put = (key: number, part: Change) =>
    setBasket((now) => ({
      ...now,
      entries: now.entries.map((entry) =>
        entry.key === key ? { ...entry, ...(typeof part === 'function' ? part(entry) : part) } : entry,
      ),
    }))
  const putTyped = (key: number, part: Change) => {
    setChanged(true)
    put(key, part)
  }
  useUsualRates(pricing.lines, put)

  const acts = lineActs({ basket, house, pricing, change, put: putTyped })
  const putPayment = (key: number, part: Partial<Paying>) =>
    change(({ payments }) => ({
      payments: payments.map((one) => (one.key === key ? { ...one, ...part } : one)),
    }))

  return {
    held,
    basket,
    house,
    pricing,
    settling,
    /** The total as it is typed, until it is taken: what is no number stays there. */
    total,
    setTotal,
    /** The path of a field that holds no number although something is typed. */
    faulty: pricing.faulty ?? (isNoNumber(total ?? '') ? 'total' : undefined),
    hasContent: held ? isChanged : hasContent(basket),
    change,
    put: putTyped,
    ...acts,
    putPayment,
    /** Whether the customer is being put on file, over the deal. */
    isRegistering,
    setRegistering,
    /** Another customer; their rates may be others: the next answer says which. */
    setCustomer: (next: Basket['customer']) =>
      change(({ entries, walkIn }) => ({
        customer: next,
        walkIn: next ? emptyBasket().walkIn : walkIn,
        entries: entries.map((entry) => ({ ...entry, usualFor: '' })),
      })),
    addPayment: () => change(({ payments }) => ({ payments: [...payments, newPaying()] })),
    /** Rates are taken as they are now, on every line that does not have one of its own. */
    takeRates() {
      change(({ entries }) => ({ entries: entries.map((entry) => atRateOfNow(entry, pricing)) }))
      void pricing.refetch()
      settling.forget()
    },
  }
}
export type DealState = ReturnType<typeof useDealState>

const atRateOfNow = (entry: Entry, { lines }: Pricing): Entry => ({
  ...entry,
  usual: lines.find((line) => line.entry.key === entry.key)?.said?.usualRate ?? entry.usual,
  usualFor: '',
})

interface Desk {
  basket: Basket
  house: House
  pricing: Pricing
  change: (part: Partial<Basket>) => void
  put: (key: number, part: Change) => void
}

/** What can be done with the lines of a basket. */
function lineActs({ basket, house, pricing, change, put }: Desk) {
  /** A new line, or the blank last one turned to that side; the focus goes to its currency. */
  function addLine(side: Side, currencyId = '', subCurrencyId: string | null = null) {
    const last = basket.entries.at(-1)
    const chosen = { currencyId, subCurrencyId }
    const usual = currencyId ? { ...chosen, usual: house.usualOf(chosen, side) } : {}
    const key = last && isBlank(last) ? last.key : nextKey()
    const line = { ...newEntry(key, side), ...usual }
    flushSync(() => change({ entries: [...basket.entries.filter((one) => one.key !== key), line] }))
    if (currencyId) say('add-currency-to-settle', { currencyId, side })
    focusOn(`${key}.${currencyId ? 'quantity' : 'currency'}`)
  }
  function removeLine(key: number) {
    const gone = basket.entries.find((entry) => entry.key === key)
    const rest = basket.entries.filter((entry) => entry.key !== key)
    const entries = rest.length > 0 ? rest : [newEntry(nextKey(), 'buy')]
    flushSync(() => change({ entries }))
    if (gone?.currencyId) say('remove-currency-to-settle', { currencyId: gone.currencyId, side: gone.side })
    focusOn(`${entries.at(-1)?.key}.currency`)
  }
  function pick(entry: Entry, currencyId: string, subCurrencyId: string | null) {
    if (entry.currencyId === currencyId && entry.subCurrencyId === subCurrencyId) return
    const usual = house.usualOf({ currencyId, subCurrencyId }, entry.side)
    put(entry.key, {
      currencyId,
      subCurrencyId,
      usual,
      usualFor: '',
      rate: null,
      reason: '',
      pieces: [],
      accountId: '',
      reference: '',
    })
    say('add-currency-to-settle', { currencyId, side: entry.side })
  }
  const turn = (entry: Entry) => {
    const side = entry.side === 'buy' ? 'sell' : 'buy'
    const usual = house.usualOf(entry, side)
    put(entry.key, { side, usual, usualFor: '', rate: null, reason: '' })
  }
  /** The last line with a currency is made such that the deal comes to what was typed. */
  function aimAt(aimed: string) {
    const target = pricing.lines.findLast(({ entry }) => entry.currencyId !== '')
    const wanted = typedNumber(aimed)
    if (!target || wanted === undefined) return
    const { side, key } = target.entry
    const own = target.typed.amount ?? '0'
    const { exponent, totals, lines } = pricing
    const rest = add([totals.net, side === 'sell' ? `-${own}` : own], exponent)
    const isOut = lines.length === 1 ? side === 'buy' : pricing.direction === 'out'
    const amount = amountFor(side, isOut ? `-${wanted}` : wanted, rest)
    if (amount) put(key, { amount, found: 'quantity', pieces: [] })
  }
  return { addLine, removeLine, pick, turn, aimAt }
}

export const DealScope = createContext<DealState | null>(null)

/** The deal on the screen around. */
export function useDeal(): DealState {
  const deal = use(DealScope)
  if (!deal) throw new Error('A part of the deal stands in its screen')
  return deal
}

const isAllCash = (payments: Deal['payments']) =>
  payments.length === 1 && payments.every(({ modeKind, thirdParty }) => modeKind === 'cash' && !thirdParty)

/** Whether it is a quote whose rates still hold. */
const isHolding = ({ state, expiresAt }: Deal) =>
  state === 'quote' && expiresAt !== null && Date.parse(expiresAt) > Date.now()

/** A draft or quote as it was entered. */
function basketOf(deal: Deal): Basket {
  const {
    customerId,
    customerName,
    customerType,
    walkIn,
    thirdParty,
    purpose,
    sourceOfFunds,
    remarks,
    askAuthorization,
  } = deal
  const empty = emptyBasket()
  return {
    ...empty,
    customer: customerId
      ? { id: customerId, name: customerName, type: customerType === 2 ? 2 : 1, isBlocked: false }
      : null,
    walkIn: walkIn ?? empty.walkIn,
    thirdParty: thirdParty ?? nobody,
    purpose,
    sourceOfFunds,
    remarks,
    askAuthorization,
    entries: deal.lines.map((line) => ({
      ...newEntry(nextKey(), line.side),
      currencyId: line.currencyId,
      subCurrencyId: line.subCurrencyId,
      quantity: line.quantity,
      // What was quoted holds; a draft is dealt at the rate of now.
      rate: isHolding(deal) || Number(line.rate) !== Number(line.usualRate) ? line.rate : null,
      usual: line.usualRate,
      usualFor: `quantity ${line.quantity}`,
      reason: line.reason,
      pieces: line.pieces,
      accountId: line.transfer?.accountId ?? '',
      reference: line.transfer?.reference ?? '',
    })),
    payments: isAllCash(deal.payments)
      ? []
      : deal.payments.map(({ modeId, amount, tendered, reference, thirdParty: payer }) => ({
          ...newPaying(),
          modeId,
          amount,
          tendered: tendered ?? '',
          reference,
          thirdParty: payer ?? nobody,
        })),
    waived: Object.fromEntries(
      deal.fees.filter(({ isWaived }) => isWaived).map(({ ruleId, reason }) => [ruleId, reason]),
    ),
  }
}
