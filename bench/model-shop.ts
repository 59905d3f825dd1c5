import { items } from '#modules/retail/items/items.contract.ts'
import { retailPolicy } from '#modules/retail/policy/policy.contract.ts'
import { taxes } from '#modules/retail/taxes/taxes.contract.ts'
import type { House, Person, Ware } from './model-places.ts'
import { sellGoods } from './retail-shop.ts'

// What the shops of the model bench sell: prices and rates of odd sizes, taxes in the price and on top, one or two of them.

const levied = [
  { rates: ['0.06'], isIncluded: true },
  { rates: ['0.0775'], isIncluded: true },
  { rates: ['0.05', '0.0333'], isIncluded: true },
  { rates: ['0.08'], isIncluded: false },
  { rates: ['0.06', '0.025'], isIncluded: false },
]
const prices = ['3.35', '7.99', '12.10', '0.65', '49.90', '105.25', '2.45', '19.99', '33.33', '8.88']

/** Goods are sold from now on; what each is and how it is taxed. */
export async function openModelShop(
  base: string,
  { call }: Person,
): Promise<Pick<House, 'goods' | 'retail'>> {
  const made = async <B>(answer: Promise<{ status: number; body: B }>) => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  await sellGoods(base)
  const taxIds: string[] = []
  for (const [at, { rates, isIncluded }] of levied.entries()) {
    const versions = [{ validFrom: '2020-01-01', rates }]
    const draft = { code: `M${at}`, name: `Tax ${at}`, kind: 'standard' as const, isIncluded, versions }
    taxIds.push((await made(call(taxes.create, draft))).id)
  }
  const goods: Ware[] = []
  for (const [at, price] of prices.entries()) {
    const tax = levied[at % 6]
    const ware = {
      kind: at === 7 ? ('service' as const) : ('goods' as const),
      price,
      rates: tax?.rates ?? [],
      isIncluded: tax?.isIncluded ?? true,
      mayGoBelow: at % 3 === 0,
    }
    const { id } = await made(
      call(items.create, {
        sku: `MODEL-${at}`,
        name: `Ware ${at}`,
        kind: ware.kind,
        unit: 'piece',
        price,
        taxId: taxIds[at % 6] ?? null,
        soldOut: ware.mayGoBelow ? 'warn' : 'refuse',
      }),
    )
    goods.push({ id, ...ware })
  }
  const { version, taxBy } = await made(call(retailPolicy.get))
  return { goods, retail: { version, taxBy } }
}
