import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { exponentOf, currentCompany } from '#modules/organisation/public.server.ts'
import { settingsAt } from '../branch-items/branch-items.queries.ts'
import { taxingAt } from '../branch-items/taxing.server.ts'
import { type Commission, commissionOn, isWithin, type ItemKind } from '../items/items.domain.ts'
import { find as findItems, type ItemRow } from '../items/items.queries.ts'
import { policyOf } from '../policy/policy.server.ts'
import type { NamedBatch } from '../batches/batches.domain.ts'
import { checkBatches } from '../batches/batches.server.ts'
import { checkSerials } from '../serials/serials.server.ts'
import { type LineTotals, priceBasket } from './pricing.domain.ts'
import type { TaxVersion } from '#modules/ledger/tax-codes/rates.domain.ts'
import { ratesOn, type TaxKind, type TaxSayer } from '../taxes/taxes.domain.ts'

export interface Asked {
  itemId: string
  quantity: string
  /** As it was typed or pushed before; null: that of now. */
  price: string | null
  serials: string[]
  batches: readonly NamedBatch[]
}

/** What a basket comes to on a day in a branch, by what items cost and how they are taxed there then. */
export async function pricedBasket(
  db: Db,
  {
    lines,
    discount,
    customerId,
  }: {
    lines: readonly Asked[]
    discount: string
    /** Who buys; undefined: it is only asked what it costs. */
    customerId?: string | null
  },
  { branchId, day, acceptsPrices }: { branchId: string; day: string; acceptsPrices: boolean },
) {
  const decimals = exponentOf((await currentCompany(db)).localCurrency)
  if (!hasAtMost(discount, decimals))
    throw refuseField('discount', 'TOO_MANY_DECIMALS', { exponent: decimals })
  const ids = lines.map(({ itemId }) => itemId)
  const items = new Map((await findItems(db, ids)).map((item) => [item.id, item]))
  const settings = await settingsAt(db, branchId, ids)
  const { taxBy } = await policyOf(db)
  const taxOf = await taxing(db, branchId, day)
  const priced = lines.map((line, at) => {
    const known = items.get(line.itemId)
    const own = settings.get(line.itemId)
    const item = known && { ...known, price: own?.price ?? known.price }
    if (!item?.isEnabled || own?.isEnabled === false) throw refuseField(`lines.${at}.itemId`, 'ITEM_NOT_SOLD')
    if (item.asksCustomer && customerId === null)
      throw refuseField('customerId', 'ITEM_ASKS_CUSTOMER', { item: item.name })
    const price = priceOf(item, line.price, { at, acceptsPrices })
    if (!hasAtMost(price, decimals))
      throw refuseField(`lines.${at}.price`, 'TOO_MANY_DECIMALS', { exponent: decimals })
    const agency = agencyOf(item, day)
    if (agency === undefined) throw refuseField(`lines.${at}.itemId`, 'COMMISSION_UNKNOWN')
    return { ...line, price, item, ...taxOf(item, { own: own?.taxId ?? null, at }), ...agency }
  })
  checkSerials(priced.map((line) => ({ ...line, isSerial: line.item.tracking === 'serial' })))
  const isBatch = priced.map(({ item }) => item.tracking === 'batch')
  checkBatches(
    priced.map((line, at) => ({ ...line, isBatch: isBatch[at] ?? false })),
    { isNeeded: false },
  )
  const whole = priced.reduce(
    (sum, { item, quantity, price }) =>
      item.isUndiscounted || item.kind === 'agency' ? sum : sum.plus(new Exact(quantity).times(price)),
    new Exact(0),
  )
  if (whole.lessThan(discount)) throw refuseField('discount', 'DISCOUNT_TOO_MUCH')
  const totals = priceBasket(
    priced.map(({ item, ...line }) => ({
      ...line,
      isUndiscounted: item.isUndiscounted || item.kind === 'agency',
    })),
    { decimals, taxBy, discount },
  )
  return {
    decimals,
    taxBy,
    totals,
    discountPercent: whole.isZero()
      ? '0'
      : new Exact(discount).times(100).dividedBy(whole).toDecimalPlaces(4).toFixed(),
    isBatch,
    isPrecious: priced.map(({ item }) => item.isPrecious),
    mayGoBelow: new Set(priced.flatMap(({ item }) => (item.soldOut === 'warn' ? [item.id] : []))),
    lines: priced.map((line, at) => soldAs(line, totals.lines[at])),
  }
}

/** A line as it is kept: what its item is called now, whose it is, and what it comes to. */
function soldAs(line: PricedItem, totals: LineTotals | undefined) {
  const { item, itemId, quantity, price, serials, batches, rates, isIncluded, taxFrom } = line
  const { principalId, commission } = line
  return {
    itemId,
    sku: item.sku,
    name: item.name,
    unit: item.unit,
    category: item.category ?? '',
    kind: item.kind as ItemKind,
    principalId,
    commission,
    quantity,
    price,
    serials,
    batches,
    rates,
    isIncluded,
    taxFrom,
    ...(totals ?? { gross: '0', discount: '0', net: '0', taxes: [], tax: '0', owed: '0', total: '0' }),
  }
}

interface PricedItem {
  item: ItemRow
  itemId: string
  quantity: string
  price: string
  serials: string[]
  batches: readonly NamedBatch[]
  rates: string[]
  isIncluded: boolean
  taxFrom: TaxSayer | null
  principalId: string | null
  commission: string | null
}

/** The price of now; one that was pushed and is another now is asked about, unless it was agreed with. */
function priceOf(
  item: ItemRow,
  pushed: string | null,
  { at, acceptsPrices }: { at: number; acceptsPrices: boolean },
): string {
  if (item.priceMode === 'open') {
    const price = pushed ?? item.price
    if (price === null) throw refuseField(`lines.${at}.price`, 'PRICE_MISSING')
    if (!isWithin(price, item)) throw refuseField(`lines.${at}.price`, 'PRICE_OUT_OF_BOUNDS')
    return price
  }
  const price = new Exact(item.price ?? 0).toFixed()
  if (pushed !== null && !acceptsPrices && !new Exact(pushed).equals(price))
    throw refuseField(`lines.${at}.price`, 'PRICE_MOVED', { price })
  return price
}

/** Whose an item is and what of its price is ours on a day; its price is the principal's, and the tax on the commission is in it. */
function agencyOf(item: ItemRow, day: string) {
  if (item.kind !== 'agency') return { principalId: null, commission: null }
  const commission = commissionOn(item.commissions as Commission[], day)
  if (commission === undefined || item.principalId === null) return undefined
  return { principalId: item.principalId, commission, isIncluded: true }
}

/** How items are taxed in a branch on a day: by the narrowest that names a tax, which is said. */
async function taxing(db: Db, branchId: string, day: string) {
  const taxOf = await taxingAt(db, branchId)
  return (item: ItemRow, { own, at }: { own: string | null; at: number }) => {
    const named = taxOf(item, own)
    if (!named) return { rates: [], isIncluded: true, taxFrom: null }
    const { tax, from } = named
    const rates = ratesOn({ kind: tax.kind as TaxKind, versions: tax.versions as TaxVersion[] }, day)
    if (!rates) throw refuseField(`lines.${at}.itemId`, 'TAX_WITHOUT_RATE')
    const isIncluded = item.taxMode === 'asTax' ? tax.isIncluded : item.taxMode === 'withTax'
    return { rates, isIncluded, taxFrom: from }
  }
}
