import { Decimal } from 'decimal.js'

export const stakeholderRoles = ['DIRECTOR', 'OWNER', 'AUTHORISED'] as const
export type StakeholderRole = (typeof stakeholderRoles)[number]

/** One owner of one company, with the percent as a decimal string. */
export interface Share {
  corporateId: string
  holderId: string
  share: string
}

/** How much of a company is spoken for, as a decimal string. */
export const totalShare = (shares: readonly Pick<Share, 'share'>[]): string =>
  shares.reduce((sum, { share }) => sum.plus(share), new Decimal(0)).toString()

/** What is left of a company, as a decimal string; negative where more than all of it was given away. */
export const shareLeft = (shares: readonly Pick<Share, 'share'>[]): string =>
  new Decimal(100).minus(totalShare(shares)).toString()

/** The way from a company back to itself through its owners when `added` joins `shares`; nothing when there is none. */
export function findOwnershipCircle(
  shares: readonly Share[],
  added: Pick<Share, 'corporateId' | 'holderId'>,
): string[] | undefined {
  if (added.corporateId === added.holderId) return [added.corporateId, added.corporateId]
  const owners = Map.groupBy(shares, ({ corporateId }) => corporateId)
  const walk = (id: string, way: readonly string[]): string[] | undefined => {
    if (id === added.corporateId) return [...way, id]
    if (way.includes(id)) return undefined
    for (const { holderId } of owners.get(id) ?? []) {
      const found = walk(holderId, [...way, id])
      if (found) return found
    }
    return undefined
  }
  return walk(added.holderId, [added.corporateId])
}

/**
 * How much of a company each owner holds, directly and through other companies: the shares along every way multiplied, the
 * ways of one owner added. Percent as decimal strings of at most four places.
 */
export function effectiveShares(shares: readonly Share[], corporateId: string): Map<string, string> {
  const owners = Map.groupBy(shares, (one) => one.corporateId)
  const found = new Map<string, Decimal>()
  const walk = (id: string, part: Decimal, way: readonly string[]) => {
    for (const { holderId, share } of owners.get(id) ?? []) {
      if (way.includes(holderId)) continue
      const held = part.times(share).dividedBy(100)
      found.set(holderId, (found.get(holderId) ?? new Decimal(0)).plus(held))
      walk(holderId, held, [...way, holderId])
    }
  }
  walk(corporateId, new Decimal(100), [corporateId])
  return new Map([...found].map(([id, held]) => [id, held.toDecimalPlaces(4).toString()]))
}
