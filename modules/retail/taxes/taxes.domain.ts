export const taxKinds = ['standard', 'zero', 'exempt', 'outOfScope'] as const
export type TaxKind = (typeof taxKinds)[number]

/** What holds from a day on: fractions, each upon the price with those before it. */
export interface TaxVersion {
  validFrom: string
  rates: string[]
}

/** Versions from the oldest on. */
export const inOrder = <V extends { validFrom: string }>(versions: readonly V[]): V[] =>
  versions.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom))

/** The place of the first version whose day another has before it; -1 where each day has one. */
export const findRepeated = (versions: readonly { validFrom: string }[]): number =>
  versions.findIndex(({ validFrom }, at) =>
    versions.slice(0, at).some((before) => before.validFrom === validFrom),
  )

/** The rates of a day: of what is not taxed none; before the first version nothing is known of them. */
export function ratesOn(
  { kind, versions }: { kind: TaxKind; versions: readonly TaxVersion[] },
  day: string,
): string[] | undefined {
  if (kind === 'zero') return ['0']
  if (kind !== 'standard') return []
  return inOrder(versions).findLast(({ validFrom }) => validFrom <= day)?.rates
}

/** Who says which tax an item has, the narrowest first. */
export const taxSayers = ['branchItem', 'item', 'category', 'branch', 'company'] as const
export type TaxSayer = (typeof taxSayers)[number]

/** The tax of the narrowest that names one, and which that is. */
export function narrowest(
  said: Readonly<Record<TaxSayer, string | null>>,
): { taxId: string; by: TaxSayer } | undefined {
  const by = taxSayers.find((sayer) => said[sayer] !== null)
  const taxId = by && said[by]
  return by && taxId ? { by, taxId } : undefined
}

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
