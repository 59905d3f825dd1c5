/** At most so many items are added up, and so many are tried at all. Source: domain.md 12.5. */
export const subsetBounds = { items: 12, found: 8 } as const

/**
 * The ways in which two or more of these amounts, in smallest units and of one sign, come to a sum; fewest items first. Bounded: of
 * more than 12 amounts none is searched for, and no more than 8 ways are given. `isWhole` says whether all ways are among them.
 */
export function findSubsets(amounts: readonly number[], sum: number): { ways: number[][]; isWhole: boolean } {
  if (amounts.length > subsetBounds.items) return { ways: [], isWhole: false }
  const ways: number[][] = []
  for (let mask = 1; mask < 2 ** amounts.length; mask += 1) {
    if ((mask & (mask - 1)) === 0) continue
    let total = 0
    const chosen: number[] = []
    for (const [index, amount] of amounts.entries())
      if ((mask >> index) & 1) {
        total += amount
        chosen.push(index)
      }
    if (total === sum) ways.push(chosen)
  }
  ways.sort((a, b) => a.length - b.length)
  return { ways: ways.slice(0, subsetBounds.found), isWhole: ways.length <= subsetBounds.found }
}
