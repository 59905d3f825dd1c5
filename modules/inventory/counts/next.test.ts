import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
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
        expect(nextOf('vault', [one], '5')).toBe('confirming')
        const isSettled = found(one) === found(other) && Number(other.variance) <= 5
        expect(nextOf('vault', [one, other], '5')).toBe(isSettled ? 'settle' : 'recount')
        const again = found(one) === found(other) ? 'settle' : 'recount'
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
        expect(nextOf('closing', [one], '5', before)).toBe(isLarge && isNew ? 'recount' : 'settle')
        expect(nextOf('closing', [one], '5')).toBe(isLarge ? 'recount' : 'settle')
        expect(nextOf('closing', [before, one], '5')).toBe('settle')
      }),
      { numRuns: 300 },
    )
    expect(() => nextOf('vault', [], '5')).toThrow('A count has at least one take')
  })
})

const people = {
  taker: personOf('vault_keeper', 'taker'),
  keeper: personOf('vault_keeper'),
  manager: personOf('branch_manager'),
  admin: personOf('company_administrator'),
  books: personOf('accountant'),
}
const count = { takers: ['first', 'taker'], earlierTakers: [], decided: '200', largest: '200' }

test('of a vault: who counted neither decides nor counts second; what one may not accept one does not discard', () => {
  walkWorkflow(
    {
      flow: countWorkflow,
      people,
      record: (state) => ({ ...count, state, kind: 'vault' as const }),
    },
    `
    act        | states             | taker        | keeper             | manager            | admin      | books
    create     | null               | draft        | draft              | draft              | draft      | FORBIDDEN
    update     | draft              | draft        | draft              | draft              | draft      | FORBIDDEN
    countAgain | confirming         | SAME_COUNTER | submitted          | submitted          | submitted  | FORBIDDEN
    countAgain | recount            | submitted    | submitted          | submitted          | submitted  | FORBIDDEN
    process    | draft              | submitted    | submitted          | submitted          | submitted  | FORBIDDEN
    countAtDay | recount            | submitted    | submitted          | submitted          | submitted  | FORBIDDEN
    discard    | recount            | cancelled    | cancelled          | cancelled          | cancelled  | FORBIDDEN
    accept     | submitted          | MAKER_IS_CHECKER    | OVER_LIMIT         | processed          | processed  | FORBIDDEN
    supersede  | submitted          | superseded   | superseded         | superseded         | superseded | FORBIDDEN
    cancel     | draft              | cancelled    | cancelled          | cancelled          | cancelled  | FORBIDDEN
    cancel     | confirming recount | MAKER_IS_CHECKER    | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | cancelled  | FORBIDDEN
    cancel     | submitted          | MAKER_IS_CHECKER    | OVER_LIMIT         | cancelled          | cancelled  | FORBIDDEN`,
  )
})

test('of a day: it is made again at the day; what one accepts adds up; who counted before does not decide', () => {
  const facts = {
    earlierTakers: ['vault_keeper'],
    accepted: '400',
    isGoingOn: true,
    isStale: true,
    kind: 'closing',
    outcome: 'processed',
  } as const
  walkWorkflow(
    {
      flow: countWorkflow,
      people,
      record: (state) => ({ ...count, ...facts, state }),
    },
    `
    act        | states                       | taker          | keeper         | manager        | admin          | books
    create     | null                         | COUNT_GOING_ON | COUNT_GOING_ON | COUNT_GOING_ON | COUNT_GOING_ON | FORBIDDEN
    update     | draft                        | draft          | draft          | draft          | draft          | FORBIDDEN
    countAgain | confirming                   | SAME_COUNTER   | processed      | processed      | processed      | FORBIDDEN
    countAgain | recount                      | COUNT_AT_DAY   | COUNT_AT_DAY   | COUNT_AT_DAY   | COUNT_AT_DAY   | FORBIDDEN
    process    | draft                        | COUNT_STALE    | COUNT_STALE    | COUNT_STALE    | COUNT_STALE    | FORBIDDEN
    countAtDay | recount                      | processed      | processed      | processed      | processed      | FORBIDDEN
    discard    | recount                      | cancelled      | cancelled      | cancelled      | cancelled      | FORBIDDEN
    accept     | submitted                    | MAKER_IS_CHECKER      | MAKER_IS_CHECKER      | OVER_DAY_LIMIT | processed      | FORBIDDEN
    supersede  | submitted                    | superseded     | superseded     | superseded     | superseded     | FORBIDDEN
    cancel     | draft                        | cancelled      | cancelled      | cancelled      | cancelled      | FORBIDDEN
    cancel     | confirming recount submitted | MAKER_IS_CHECKER      | MAKER_IS_CHECKER      | cancelled      | cancelled      | FORBIDDEN`,
  )
})
