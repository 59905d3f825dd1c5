import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GateReason } from '#modules/exchange/gates/gates.domain.ts'
import { type Limits, reachOf } from '#modules/exchange/gates/gates.domain.ts'
import { nextStep, stepsOf } from './routing.domain.ts'

const reach = (limits: Limits, { reason }: { reason: GateReason }) => reachOf(limits, reason)

const who = (userId: string, held: Record<string, string | undefined>) => ({
  userId,
  limits: new Map(Object.entries(held).flatMap(([type, one]) => (one === undefined ? [] : [[type, one]]))),
})

describe('steps of those who may decide', () => {
  test('rise from who may go least far to who may go without a limit; equals stand on one', () => {
    const limit = fc.constantFrom(undefined, 'unlimited', '100', '1000', '1000.0', '9999')
    fc.assert(
      fc.property(fc.array(limit, { maxLength: 8 }), (limits) => {
        const rank = (one: string | undefined) =>
          one === undefined ? -1 : one === 'unlimited' ? Infinity : Number(one)
        const deciders = limits.map((one, at) => who(String(at), { deal_amount: one }))
        const steps = stepsOf(deciders, [{ reason: 'dealAmount' }], reach)
        const ranks = steps.map((step) => step.map(({ userId }) => rank(limits[Number(userId)])))
        for (const step of ranks) expect(new Set(step).size).toBe(1)
        const order = ranks.map(([first]) => first ?? 0)
        expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b))
        expect(steps.flat()).toHaveLength(limits.length)
      }),
    )
  })

  test('compare by the first reason in which two differ', () => {
    const [a, b, c] = [
      who('a', { deal_amount: '5', fee_waiver: '9' }),
      who('b', { deal_amount: '5', fee_waiver: '1' }),
      who('c', { deal_amount: '4', fee_waiver: 'unlimited' }),
    ]
    const names = stepsOf([a, b, c], [{ reason: 'dealAmount' }, { reason: 'feeWaiver' }], reach)
    expect(names.map((step) => step.map(({ userId }) => userId))).toEqual([['c'], ['b'], ['a']])
    expect(stepsOf([a, b, c], [], reach)).toEqual([[a, b, c]])
  })

  test('go on behind the highest of which everybody was told', () => {
    const steps = [[who('a', {}), who('b', {})], [who('c', {})], [who('d', {})]]
    const next = (...told: string[]) => nextStep(steps, new Set(told))?.map(({ userId }) => userId)
    expect(next()).toEqual(['a', 'b'])
    expect(next('a')).toEqual(['a', 'b'])
    expect(next('a', 'b')).toEqual(['c'])
    expect(next('c')).toEqual(['d'])
    expect(next('a', 'b', 'c', 'd')).toBeUndefined()
  })
})
