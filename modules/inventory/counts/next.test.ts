import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countWorkflow, nextOf, type Take } from './counts.domain.ts'

const items = ['usd', 'eur'] as const
const difference = fc.constantFrom('0', '0.00', '1', '1.0', '-1', undefined)
const take: fc.Arbitrary<Take> = fc
  .tuple(difference, difference, fc.constantFrom('0', '5', '9'))
  .map(([usd, eur, variance]) => ({
    variance,
    lines: [usd, eur].flatMap((one, at) =>
      one === undefined ? [] : [{ itemId: items[at] ?? '', difference: one }],
    ),
  }))
/** What a take found beside the books; nothing counted is nothing found. */
const found = ({ lines }: Pick<Take, 'lines'>) =>
  items.map((id) => Number(lines.find(({ itemId }) => itemId === id)?.difference ?? 0)).join()

describe('after a count was taken once more', () => {
  test('a vault goes to the second person, and is counted again until two find the same', () => {
    fc.assert(
      fc.property(take, take, (one, other) => {
        expect(nextOf('vault', [one], '5')).toBe('handOver')
        const isSettled = found(one) === found(other) && Number(other.variance) <= 5
        expect(nextOf('vault', [one, other], '5')).toBe(isSettled ? 'settle' : 'askAgain')
        const again = found(one) === found(other) ? 'settle' : 'askAgain'
        expect(nextOf('vault', [one, one, one, other], '5')).toBe(again)
      }),
      { numRuns: 300 },
    )
  })

  test('a drawer is counted again once above the tolerance, unless counts before found the same', () => {
    fc.assert(
      fc.property(take, take, (one, before) => {
        const isNew = before.lines.length === 0 || found(one) !== found(before)
        const isLarge = Number(one.variance) > 5
        expect(nextOf('closing', [one], '5', before)).toBe(isLarge && isNew ? 'askAgain' : 'settle')
        expect(nextOf('closing', [one], '5')).toBe(isLarge ? 'askAgain' : 'settle')
        expect(nextOf('closing', [before, one], '5')).toBe('settle')
      }),
      { numRuns: 300 },
    )
    expect(() => nextOf('vault', [], '5')).toThrow('A count has at least one take')
  })
})

test('who counted does not decide; the second at a vault is another; a count of the day is made at the day', () => {
  const count = (part: object) => ({
    state: 'submitted',
    kind: 'vault',
    takers: ['a', 'b'],
    earlierTakers: ['c'],
    ...part,
  })
  const { accept, cancel, countAgain } = countWorkflow.actions
  for (const { guard } of [accept, cancel]) {
    expect(['a', 'b', 'c', 'd'].map((userId) => guard(count({}), { userId }))).toEqual([
      'MAKER_IS_CHECKER',
      'MAKER_IS_CHECKER',
      'MAKER_IS_CHECKER',
      undefined,
    ])
    expect(guard(count({ state: 'draft' }), { userId: 'a' })).toBeUndefined()
  }
  const again = (part: object, userId: string) => countAgain.guard(count(part), { userId })
  expect([again({ state: 'confirming' }, 'b'), again({ state: 'confirming' }, 'a')]).toEqual([
    'SAME_COUNTER',
    undefined,
  ])
  const kinds = ['opening', 'closing', 'intraday', 'vault'].map((kind) =>
    again({ state: 'recount', kind }, 'b'),
  )
  expect(kinds).toEqual(['COUNT_AT_DAY', 'COUNT_AT_DAY', undefined, undefined])
})
