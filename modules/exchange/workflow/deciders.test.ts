import { describe, expect, test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import type { GateKind } from '../gates/gates.domain.ts'
import { type GateAct, gateActs, type Judged } from './deal-workflow.domain.ts'
import { type AtGates, deciderOf, decisionsOf, findBar } from './deciders.domain.ts'

const manager = personOf('branch_manager', 'manager')
const senior = personOf('senior_teller', 'senior')
const teller = personOf('teller', 'teller')
const mlro = personOf('mlro', 'mlro')
const here = { ...manager, assigned: 'all' as const }
const elsewhere = { regionIds: [], branchIds: [], counterIds: ['another'] }

/** A deal of `maker` at an open gate of a kind, above what 100 covers. */
const at = (
  kind: GateKind,
  deal: Partial<Judged> = {},
  gate: Partial<AtGates['gates'][number]> = {},
): AtGates => ({
  deal: {
    state: kind === 'reversal' ? 'settled' : kind === 'rest' ? 'partiallySettled' : 'waiting',
    makerIds: new Set(['maker']),
    askerId: null,
    holderId: '',
    isOnHold: false,
    openGates: [kind],
    isReversible: true,
    ...deal,
  },
  isHere: ({ assigned }) => assigned === 'all',
  gates: [
    { kind, reason: kind === 'reversal' ? 'refund' : 'dealAmount', value: '500', approveRole: null, ...gate },
  ],
})
const able = <P extends typeof manager>(person: P, limit = '1000') => ({
  ...person,
  permissions: new Set<string>([...person.permissions, 'approve_transaction_limits', 'reverse_transactions']),
  limits: new Map([
    ['deal_amount', limit],
    ['refund', limit],
  ]),
})
describe('who decides at a gate', () => {
  test('says yes by right, place and limit, and no by right and place alone', () => {
    const low = able(senior, '100')
    expect(deciderOf(at('limit'), 'approveLimit', able(here), [])).toBe(null)
    expect(deciderOf(at('limit'), 'approveLimit', low, [])).toBeUndefined()
    expect(deciderOf(at('limit'), 'rejectLimit', low, [])).toBe(null)
    expect(deciderOf(at('limit'), 'rejectLimit', { ...low, assigned: elsewhere }, [])).toBeUndefined()
    expect(deciderOf(at('limit'), 'rejectLimit', teller, [])).toBeUndefined()
    expect(findBar(at('limit'), 'approveLimit', low)).toBe('ABOVE_OWN_LIMIT')
    expect(findBar(at('limit'), 'rejectLimit', { ...low, assigned: elsewhere })).toBe('OUT_OF_SCOPE')
  })

  test('holds the role that a rule asks, or stands above it', () => {
    const gate = { reason: 'dueDiligence', approveRole: 'mlro' } as const
    const free = { limits: new Map([['rba_clearance', 'unlimited' as const]]) }
    const right = { permissions: new Set(['clear_transaction_rba']) }
    expect(deciderOf(at('rba', {}, gate), 'clearRba', { ...mlro, ...free }, [])).toBe(null)
    expect(findBar(at('rba', {}, gate), 'clearRba', { ...manager, ...free, ...right })).toBe('ONLY_MLRO')
  })

  test('acts in the stead of an absent person with the limits and places of that one, also to say no', () => {
    const away = { ...able(senior, '100'), assigned: elsewhere }
    const stead = able(here)
    expect([...decisionsOf(at('limit'), away, [stead])]).toEqual([
      ['approveLimit', stead],
      ['rejectLimit', stead],
    ])
    // Where the limit of the absent one is too low as well, only a no is left; so it is on hold.
    for (const deal of [at('limit', {}, { value: '5000' }), at('limit', { isOnHold: true })])
      expect([...decisionsOf(deal, away, [stead])]).toEqual([['rejectLimit', stead]])
    // A stead lends no right that one does not hold.
    expect(decisionsOf(at('limit'), teller, [stead]).size).toBe(0)
  })

  test('has made nothing of the deal and not asked for its reversal, and neither has who is absent', () => {
    const away = { ...able(senior), assigned: elsewhere }
    const stead = able(here)
    const parts: [GateKind, Partial<Judged>][] = [
      ['limit', { makerIds: new Set(['maker', 'senior']) }],
      ['limit', { makerIds: new Set(['maker', 'manager']) }],
      ['reversal', { askerId: 'senior' }],
      ['reversal', { askerId: 'manager' }],
    ]
    for (const [kind, deal] of parts)
      for (const act of gateActs[kind] as readonly GateAct[])
        expect(
          deciderOf(at(kind, deal), act, away, [stead]),
          `${act} ${JSON.stringify(deal)}`,
        ).toBeUndefined()
    expect(deciderOf(at('reversal'), 'approveReversal', away, [stead])).toBe(stead)
  })
})
