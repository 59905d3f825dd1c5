import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { exponentOf, currentCompany } from '#modules/organisation/public.server.ts'
import { lineageOf } from '../categories/categories.domain.ts'
import { all as categoriesOf } from '../categories/categories.queries.ts'
import { isWithin } from '../items/items.domain.ts'
import { find as findItems, type ItemRow } from '../items/items.queries.ts'
import { priceBasket } from '../pricing/pricing.domain.ts'
import { narrowest, ratesOn, type TaxKind, type TaxVersion } from '../taxes/taxes.domain.ts'
import { all as taxesOf } from '../taxes/taxes.queries.ts'

export interface Asked {
  itemId: string
  quantity: string
  /** As it was typed or pushed before; null: that of now. */
  price: string | null
}

const refusalAt = (field: string, code: string, data = {}) =>
  new Refusal(code, data, { fields: [{ field, code, data }] })

/** What a basket comes to on a day, by what items cost and how they are taxed then. */
export async function pricedBasket(
  db: Db,
  { lines, discount }: { lines: readonly Asked[]; discount: string },
  { day, acceptsPrices }: { day: string; acceptsPrices: boolean },
) {
  const decimals = exponentOf((await currentCompany(db)).localCurrency)
  if (!hasAtMost(discount, decimals)) throw refusalAt('discount', 'TOO_MANY_DECIMALS', { exponent: decimals })
  const found = await findItems(
    db,
    lines.map(({ itemId }) => itemId),
  )
  const items = new Map(found.map((item) => [item.id, item]))
  const taxOf = await taxing(db, day)
  const priced = lines.map((line, at) => {
    const item = items.get(line.itemId)
    if (!item?.isEnabled) throw refusalAt(`lines.${at}.itemId`, 'ITEM_NOT_SOLD')
    if (item.kind === 'agency' || item.asksCustomer) throw refusalAt(`lines.${at}.itemId`, 'ITEM_NOT_SOLD')
    const price = priceOf(item, line.price, { at, acceptsPrices })
    if (!hasAtMost(price, decimals))
      throw refusalAt(`lines.${at}.price`, 'TOO_MANY_DECIMALS', { exponent: decimals })
    return { ...line, price, item, ...taxOf(item, at) }
  })
  const whole = priced.reduce(
    (sum, { item, quantity, price }) =>
      item.isUndiscounted ? sum : sum.plus(new Exact(quantity).times(price)),
    new Exact(0),
  )
  if (whole.lessThan(discount)) throw refusalAt('discount', 'DISCOUNT_TOO_MUCH')
  const totals = priceBasket(
    priced.map(({ item, ...line }) => ({ ...line, isUndiscounted: item.isUndiscounted })),
    { decimals, taxBy: 'line', discount },
  )
  return {
    decimals,
    totals,
    discountPercent: whole.isZero()
      ? '0'
      : new Exact(discount).times(100).dividedBy(whole).toDecimalPlaces(4).toFixed(),
    lines: priced.map(({ item, itemId, quantity, price, rates, isIncluded }, at) => ({
      itemId,
      sku: item.sku,
      name: item.name,
      unit: item.unit,
      kind: item.kind as 'goods' | 'service',
      quantity,
      price,
      rates,
      isIncluded,
      ...(totals.lines[at] ?? { gross: '0', discount: '0', net: '0', taxes: [], tax: '0', total: '0' }),
    })),
  }
}

/** The price of now; one that was pushed and is another now is asked about, unless it was agreed with. */
function priceOf(
  item: ItemRow,
  pushed: string | null,
  { at, acceptsPrices }: { at: number; acceptsPrices: boolean },
): string {
  if (item.priceMode === 'open') {
    const price = pushed ?? item.price
    if (price === null) throw refusalAt(`lines.${at}.price`, 'PRICE_MISSING')
    if (!isWithin(price, item)) throw refusalAt(`lines.${at}.price`, 'PRICE_OUT_OF_BOUNDS')
    return price
  }
  const price = new Exact(item.price ?? 0).toFixed()
  if (pushed !== null && !acceptsPrices && !new Exact(pushed).equals(price))
    throw refusalAt(`lines.${at}.price`, 'PRICE_MOVED', { price })
  return price
}

/** How items are taxed on a day: by the narrowest that names a tax. */
async function taxing(db: Db, day: string) {
  const taxes = new Map((await taxesOf(db)).map((tax) => [tax.id, tax]))
  const categories = new Map((await categoriesOf(db)).map((one) => [one.id, one]))
  const company = [...taxes.values()].find(({ isDefault }) => isDefault)?.id ?? null
  return (item: ItemRow, at: number) => {
    const category = lineageOf(categories, item.categoryId).find(({ taxId }) => taxId !== null)?.taxId ?? null
    const named = narrowest({ branchItem: null, item: item.taxId, category, branch: null, company })
    const tax = named && taxes.get(named.taxId)
    if (!tax) return { rates: [], isIncluded: true }
    const rates = ratesOn({ kind: tax.kind as TaxKind, versions: tax.versions as TaxVersion[] }, day)
    if (!rates) throw refusalAt(`lines.${at}.itemId`, 'TAX_WITHOUT_RATE')
    return { rates, isIncluded: item.taxMode === 'asTax' ? tax.isIncluded : item.taxMode === 'withTax' }
  }
}
