import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  effectiveShares,
  findOwnershipCircle,
  type Share,
  shareLeft,
  totalShare,
} from './stakeholders.domain.ts'

const names = ['a', 'b', 'c', 'd', 'e']
const share = (corporateId: string, holderId: string, percent: string): Share => ({
  corporateId,
  holderId,
  share: percent,
})
/** Owners come after what they own, so that there is no circle. */
const noCircle = fc
  .uniqueArray(fc.tuple(fc.nat(4), fc.nat(4), fc.integer({ min: 1, max: 100 })), {
    selector: ([a, b]) => `${a} ${b}`,
    maxLength: 8,
  })
  .map((rows) =>
    rows.flatMap(([a, b, part]) => (a < b ? [share(names[a] ?? '', names[b] ?? '', String(part))] : [])),
  )

describe('how much of a company somebody holds', () => {
  test('is the sum over all ways to it of their shares multiplied', () => {
    const heldBy = (shares: readonly Share[], id: string, holder: string): number =>
      shares
        .filter(({ corporateId }) => corporateId === id)
        .reduce(
          (sum, one) =>
            sum +
            (Number(one.share) / 100) *
              ((one.holderId === holder ? 1 : 0) + heldBy(shares, one.holderId, holder)),
          0,
        )
    fc.assert(
      fc.property(noCircle, (shares) => {
        const found = effectiveShares(shares, 'a')
        for (const holder of names) {
          const held = heldBy(shares, 'a', holder) * 100
          if (held === 0) expect(found.has(holder)).toBe(false)
          else expect(Math.abs(Number(found.get(holder)) - held)).toBeLessThan(0.0001)
        }
      }),
    )
    expect(effectiveShares([share('a', 'b', '33.3333'), share('b', 'c', '33.3333')], 'a').get('c')).toBe(
      '11.1111',
    )
  })

  test('leaves out what leads round in a circle', () => {
    const circle = [share('a', 'b', '50'), share('b', 'a', '50'), share('b', 'c', '50')]
    expect([...effectiveShares(circle, 'a')]).toEqual([
      ['b', '50'],
      ['c', '25'],
    ])
  })

  test('adds up exactly, and leaves the rest of a hundred', () => {
    expect([totalShare([]), shareLeft([])]).toEqual(['0', '100'])
    const parts = [{ share: '33.3' }, { share: '66.8' }]
    expect([totalShare(parts), shareLeft(parts)]).toEqual(['100.1', '-0.1'])
  })
})

describe('a circle of owners', () => {
  test('is found exactly where the new holder is owned by the company in the end', () => {
    const owns = (shares: readonly Share[], id: string, holder: string): boolean =>
      shares.some(
        (one) => one.corporateId === id && (one.holderId === holder || owns(shares, one.holderId, holder)),
      )
    fc.assert(
      fc.property(noCircle, fc.constantFrom(...names), fc.constantFrom(...names), (shares, id, holder) => {
        const way = findOwnershipCircle(shares, { corporateId: id, holderId: holder })
        expect(way !== undefined).toBe(id === holder || owns(shares, holder, id))
        if (!way) return
        expect([way[0], way[1], way.at(-1)]).toEqual([id, holder, id])
        for (const [at, one] of way.slice(1, -1).entries())
          expect(shares.some((each) => each.corporateId === one && each.holderId === way[at + 2])).toBe(true)
      }),
    )
    const circle = [share('b', 'c', '1'), share('c', 'b', '1')]
    expect(findOwnershipCircle(circle, { corporateId: 'a', holderId: 'b' })).toBeUndefined()
  })
})
