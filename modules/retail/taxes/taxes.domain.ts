import { type TaxVersion, versionOn } from '#modules/ledger/tax-codes/rates.domain.ts'

export const taxKinds = ['standard', 'zero', 'exempt', 'outOfScope'] as const
export type TaxKind = (typeof taxKinds)[number]

/** The rates of a day: of what is not taxed none; before the first version nothing is known of them. */
export function ratesOn(
  { kind, versions }: { kind: TaxKind; versions: readonly TaxVersion[] },
  day: string,
): string[] | undefined {
  if (kind === 'zero') return ['0']
  if (kind !== 'standard') return []
  return versionOn(versions, day)?.rates
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
