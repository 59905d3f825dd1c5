import { Exact } from '#kit/domain/decimals.domain.ts'

/** Tax that is collected for the state, and tax that is paid and claimed back. */
export const taxSides = ['output', 'input'] as const
export type TaxSide = (typeof taxSides)[number]

/** The one rate of a tax code from a day on, a fraction. */
export interface RateVersion {
  validFrom: string
  rate: string
}

/** What holds from a day on: fractions, each upon the price with those before it. */
export interface TaxVersion {
  validFrom: string
  rates: string[]
}

/** Versions from the oldest on. */
export const inOrder = <V extends { validFrom: string }>(versions: readonly V[]): V[] =>
  versions.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom))

/** The version of a day; undefined before the first. */
export const versionOn = <V extends { validFrom: string }>(
  versions: readonly V[],
  day: string,
): V | undefined => inOrder(versions).findLast(({ validFrom }) => validFrom <= day)

/** The place of the first version whose day another has before it; -1 where each day has one. */
export const findRepeated = (versions: readonly { validFrom: string }[]): number =>
  versions.findIndex(({ validFrom }, at) =>
    versions.slice(0, at).some((before) => before.validFrom === validFrom),
  )

/** A rate as people write it, `8%`, as a fraction. */
export const readRate = (text: string): string | undefined => {
  const [, whole, part = ''] = /^(\d{1,3})(?:\.(\d{1,6}))?\s*[%％]$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const digits = whole.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${part}`.replace(/^0+(?=\d)/, '').replace(/\.?0+$/, '')
}

/** Versions as people write them, one on a line: `2026-01-01 = 8%`, or `2026-12-01 = 10% + 5%`; undefined where a line is none. */
export function readVersions(text: string): TaxVersion[] | undefined {
  const found = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, validFrom, rest = ''] = /^\s*(\d{4}-\d\d-\d\d)\s*=(.*)$/.exec(line) ?? []
      const rates = rest.split('+').map(readRate)
      return validFrom !== undefined && rates.every((rate) => rate !== undefined)
        ? { validFrom, rates }
        : undefined
    })
  return found.every((one) => one !== undefined) ? found : undefined
}

type Decimal = InstanceType<typeof Exact>

/**
 * An amount apart into net and taxes. One rate that is included is `gross × r / (1 + r)`, rounded, and the rest is net; nothing is worked
 * out of a rounded net.
 */
export function splitTax(
  amount: Decimal,
  { rates, isIncluded }: { rates: readonly string[]; isIncluded: boolean },
  decimals: number,
): { net: Decimal; taxes: Decimal[] } {
  const factor = rates.reduce((product, rate) => product.times(new Exact(rate).plus(1)), new Exact(1))
  const exact = isIncluded ? amount.dividedBy(factor) : amount
  let base = exact
  const taxes = rates.map((rate) => {
    const tax = base.times(rate)
    base = base.plus(tax)
    return tax.toDecimalPlaces(decimals)
  })
  if (!isIncluded || taxes.length === 0) return { net: amount, taxes }
  const [only] = taxes
  if (taxes.length === 1 && only) return { net: amount.minus(only), taxes }
  const net = exact.toDecimalPlaces(decimals)
  return { net, taxes: takeRest(taxes, amount.minus(net), rates) }
}

/** The last of several taxes takes what the others leave; what has no rate takes nothing, and none is taken below nothing. */
function takeRest(taxes: readonly Decimal[], whole: Decimal, rates: readonly string[]): Decimal[] {
  const last = rates.findLastIndex((rate) => !new Exact(rate).isZero())
  const shares = [...taxes]
  let left = whole.minus(taxes.reduce((sum, tax) => sum.plus(tax), new Exact(0)))
  for (let at = last; at >= 0 && !left.isZero(); at -= 1) {
    const share = (shares[at] ?? new Exact(0)).plus(left)
    const taken = share.isNegative() === whole.isNegative() ? share : new Exact(0)
    shares[at] = taken
    left = share.minus(taken)
  }
  return shares
}

/** The tax of an amount at one rate, in the decimals of local currency. */
export const taxOf = (
  amount: string,
  { rate, isIncluded }: { rate: string; isIncluded: boolean },
  decimals: number,
): string =>
  (splitTax(new Exact(amount), { rates: [rate], isIncluded }, decimals).taxes[0] ?? new Exact(0)).toFixed()

interface Taxed {
  /** As it was typed, a debit above zero. */
  amount: string
  isTaxIncluded: boolean
  tax: string
}

/** What a taxed line comes to without its tax. */
export const netOf = ({ amount, isTaxIncluded, tax }: Taxed): string =>
  isTaxIncluded ? new Exact(amount).minus(tax).toFixed() : amount

/** What a taxed line comes to with its tax. */
export const grossOf = ({ amount, isTaxIncluded, tax }: Taxed): string =>
  isTaxIncluded ? amount : new Exact(amount).plus(tax).toFixed()
