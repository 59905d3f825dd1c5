import { describe, expect, test } from 'vitest'
import { allowedActions, decide } from '#kit/domain/document.domain.ts'
import { type OrderState, orderStates, orderWorkflow } from './order-workflow.domain.ts'

const everything = new Set<string>([
  'create_remittance_orders',
  'manage_remittance_orders',
  'process_remittance_orders',
  'clear_transaction_rba',
])
const actor = { userId: 'b', name: 'B', permissions: everything, selves: new Set(['b']) } as never
const order = (state: OrderState, more = {}) =>
  ({ state, isHeld: false, makerIds: ['a'], above: [], ...more }) as never
const offered = (state: OrderState, more = {}) => allowedActions(orderWorkflow, order(state, more), actor)
const next = (state: OrderState, act: keyof typeof orderWorkflow.actions, more = {}) =>
  decide(orderWorkflow, order(state, more), { act, note: 'why' }, { actor, now: new Date(0) }).next.state

describe('the states of an order', () => {
  test('what is unknown is neither refunded, cancelled, nor sent again', () => {
    expect(offered('unknown')).toEqual(['repeat'])
    expect(offered('unknown', { repeatBar: 'NOT_FOUND_FIRST' })).toEqual([])
    expect(offered('unknown', { repeatBar: 'NOT_FOUND_FIRST', hasPaper: true })).toEqual([
      'confirmPaid',
      'confirmRejected',
    ])
    for (const act of ['refund', 'cancel', 'cancelPaid', 'recall', 'send', 'queue', 'oweBack'] as const)
      expect(() => next('unknown', act)).toThrow(expect.objectContaining({ code: 'ILLEGAL_TRANSITION' }))
    expect(next('unknown', 'accept')).toBe('accepted')
    expect(next('unknown', 'reject')).toBe('rejected')
  })

  test('a late message changes nothing that came after it', () => {
    expect(() => next('paid', 'accept')).toThrow()
    expect(() => next('returned', 'payOut')).toThrow()
    expect(next('paid', 'giveBack')).toBe('returned')
  })

  test('nothing is refunded twice', () => {
    expect(next('refundPending', 'refund')).toBe('refunded')
    expect(() => next('refunded', 'refund')).toThrow()
  })

  test('what asks for compliance waits when it is paid, and its maker does not let it through', () => {
    expect(next('awaitingFunds', 'pay', { isGated: true })).toBe('funded')
    expect(next('awaitingFunds', 'pay', { isGated: false })).toBe('approved')
    expect(() => next('funded', 'clear', { makerIds: ['b'] })).toThrow(
      expect.objectContaining({ code: 'MAKER_IS_CHECKER' }),
    )
  })

  test('a recipient is amended before it is paid, or after the partner has rejected it', () => {
    expect(orderStates.filter((state) => offered(state).includes('amend'))).toEqual([
      'draft',
      'quoted',
      'awaitingFunds',
      'rejected',
    ])
  })

  test('a hold overlays any state: only its release is offered', () => {
    for (const state of orderStates) {
      const acts = offered(state, { isHeld: true, repeatBar: 'NOT_FOUND_FIRST' })
      expect(acts.every((act) => act === 'release')).toBe(true)
      expect(offered(state)).not.toContain('release')
    }
    expect(() => next('refundPending', 'refund', { isHeld: true })).toThrow(
      expect.objectContaining({ code: 'ORDER_ON_HOLD' }),
    )
  })

  test('once sent it is recalled, and the partner decides', () => {
    expect(offered('sent')).toEqual(['recall'])
    expect(next('cancelRequested', 'recalled')).toBe('refundPending')
    expect(next('cancelRequested', 'refuseRecall')).toBe('accepted')
  })
})
