import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { screeningStates } from '../screenings/screenings.domain.ts'
import { actsOn, confirmers } from './decisions.domain.ts'

const outcome = fc.constantFrom('confirmed_hit', 'reopened', 'upheld', 'released', 'no_hit', 'accepted')
const decided = fc.array(fc.record({ outcome, byId: fc.constantFrom('a', 'b') }), { maxLength: 4 })
const row = fc.record({
  state: fc.constantFrom(...screeningStates),
  pending: fc.constantFrom(0, 1),
  isOpen: fc.boolean(),
  customerId: fc.constantFrom(null, 'c'),
  closedAs: fc.constantFrom(null, 'upheld', 'released'),
  failure: fc.constantFrom('', 'TOO_MANY_HITS'),
})
const both = ['manage_screening', 'perform_screening']

describe('what somebody may do with a screening', () => {
  test('follows from its state, its decisions and who they are', () => {
    fc.assert(
      fc.property(row, decided, fc.subarray(both), (one, decisions, held) => {
        const acts = new Set(actsOn(one, decisions, { userId: 'a', permissions: new Set(held) }))
        const manages = held.includes('manage_screening')
        const isHit = one.state === 'confirmed_hit'
        const was = (...names: string[]) => decisions.some((each) => names.includes(each.outcome))
        const expected: Record<string, boolean> = {
          decide: manages && one.isOpen && !isHit && one.pending > 0,
          accept:
            manages && one.isOpen && !isHit && one.pending === 0 && one.failure !== '' && !was('accepted'),
          close: manages && isHit && one.closedAs === null && !confirmers(decisions).has('a'),
          reopen: manages && one.closedAs === 'upheld',
          whitelist: manages && one.customerId !== null && was('no_hit'),
          rescreen: held.includes('perform_screening'),
        }
        for (const [act, isAllowed] of Object.entries(expected))
          expect([act, acts.has(act as 'decide')]).toEqual([act, isAllowed])
      }),
      { numRuns: 1000 },
    )
  })

  test('nobody closes what they confirmed or opened again since it was last closed', () => {
    const by = (...rows: [outcome: string, byId: string][]) =>
      [...confirmers(rows.map(([of, byId]) => ({ outcome: of, byId })))].toSorted()
    expect(by()).toEqual([])
    expect(by(['confirmed_hit', 'a'], ['reopened', 'b'], ['no_hit', 'c'])).toEqual(['a', 'b'])
    expect(by(['confirmed_hit', 'a'], ['upheld', 'b'], ['reopened', 'c'])).toEqual(['c'])
    expect(by(['confirmed_hit', 'a'], ['released', 'b'])).toEqual([])
  })
})
