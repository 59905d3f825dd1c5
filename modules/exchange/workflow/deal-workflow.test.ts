import { describe, expect, test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { dealWorkflow, type Goal, type Judged, makeDealUpTo } from './deal-workflow.domain.ts'
import type { GateKind } from '../gates/gates.domain.ts'

const people = {
  maker: personOf('teller', 'maker'),
  boss: personOf('branch_manager', 'boss'),
  senior: personOf('senior_teller'),
  mlro: personOf('mlro'),
  books: personOf('accountant'),
}
const deal = {
  makerIds: new Set(['maker']),
  askerId: null,
  holderId: '',
  isOnHold: false,
  openGates: [] as GateKind[],
  isReversible: true,
}
/** The gate that an act is about stands open. */
const gateOf = (act: string): GateKind[] => {
  const found = /Authorization|Limit|Rba|Reversal|Rest/.exec(act)?.[0].toLowerCase()
  return found === undefined || act.startsWith('ask') ? [] : [found as GateKind]
}

describe('a deal', () => {
  test('goes on where nothing stands against it; who made it neither checks nor reverses it', () => {
    walkWorkflow(
      {
        flow: dealWorkflow,
        people,
        record: (state, act) => ({
          ...deal,
          state,
          openGates: gateOf(act),
          isNumbered: act !== 'delete',
          isAwaited: true,
          above: act === 'askReversal' ? 'OVER_LIMIT' : undefined,
        }),
      },
      `
      act                  | states                      | maker            | boss             | senior           | mlro      | books
      create               | null                        | draft            | draft            | draft            | FORBIDDEN | FORBIDDEN
      quote                | draft quote                 | quote            | quote            | quote            | FORBIDDEN | FORBIDDEN
      edit                 | draft quote waiting pending | draft            | draft            | draft            | FORBIDDEN | FORBIDDEN
      submit               | draft quote                 | pending          | pending          | pending          | FORBIDDEN | FORBIDDEN
      approveAuthorization | waiting                     | FORBIDDEN        | pending          | pending          | FORBIDDEN | FORBIDDEN
      rejectAuthorization  | waiting                     | FORBIDDEN        | rejected         | rejected         | FORBIDDEN | FORBIDDEN
      approveLimit         | waiting                     | FORBIDDEN        | pending          | pending          | FORBIDDEN | FORBIDDEN
      rejectLimit          | waiting                     | FORBIDDEN        | rejected         | rejected         | FORBIDDEN | FORBIDDEN
      clearRba             | waiting                     | FORBIDDEN        | FORBIDDEN        | FORBIDDEN        | pending   | FORBIDDEN
      rejectRba            | waiting                     | FORBIDDEN        | FORBIDDEN        | FORBIDDEN        | rejected  | FORBIDDEN
      settlePart           | pending partiallySettled    | partiallySettled | partiallySettled | partiallySettled | FORBIDDEN | FORBIDDEN
      settle               | pending partiallySettled    | settled          | settled          | settled          | FORBIDDEN | FORBIDDEN
      cancel               | draft quote waiting pending | cancelled        | cancelled        | cancelled        | FORBIDDEN | FORBIDDEN
      askRest              | partiallySettled            | partiallySettled | partiallySettled | partiallySettled | FORBIDDEN | FORBIDDEN
      approveRest          | partiallySettled            | FORBIDDEN        | partiallySettled | partiallySettled | FORBIDDEN | FORBIDDEN
      rejectRest           | partiallySettled            | FORBIDDEN        | partiallySettled | partiallySettled | FORBIDDEN | FORBIDDEN
      askReversal          | settled                     | FORBIDDEN        | settled          | FORBIDDEN        | FORBIDDEN | FORBIDDEN
      askReversal          | partiallySettled            | FORBIDDEN        | partiallySettled | FORBIDDEN        | FORBIDDEN | FORBIDDEN
      approveReversal      | settled                     | FORBIDDEN        | settled          | FORBIDDEN        | FORBIDDEN | FORBIDDEN
      approveReversal      | partiallySettled            | FORBIDDEN        | partiallySettled | FORBIDDEN        | FORBIDDEN | FORBIDDEN
      rejectReversal       | settled                     | FORBIDDEN        | settled          | FORBIDDEN        | FORBIDDEN | FORBIDDEN
      rejectReversal       | partiallySettled            | FORBIDDEN        | partiallySettled | FORBIDDEN        | FORBIDDEN | FORBIDDEN
      reverse              | settled partiallySettled    | FORBIDDEN        | reversed         | FORBIDDEN        | FORBIDDEN | FORBIDDEN
      clearPayment         | waiting                     | FORBIDDEN        | waiting          | waiting          | FORBIDDEN | FORBIDDEN
      clearPayment         | pending                     | FORBIDDEN        | pending          | pending          | FORBIDDEN | FORBIDDEN
      clearPayment         | partiallySettled            | FORBIDDEN        | partiallySettled | partiallySettled | FORBIDDEN | FORBIDDEN
      hold                 | draft                       | draft            | draft            | draft            | FORBIDDEN | FORBIDDEN
      hold                 | quote                       | quote            | quote            | quote            | FORBIDDEN | FORBIDDEN
      hold                 | waiting                     | waiting          | waiting          | waiting          | FORBIDDEN | FORBIDDEN
      hold                 | pending                     | pending          | pending          | pending          | FORBIDDEN | FORBIDDEN
      hold                 | partiallySettled            | partiallySettled | partiallySettled | partiallySettled | FORBIDDEN | FORBIDDEN
      releaseHold          | *                           | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | FORBIDDEN | FORBIDDEN
      delete               | draft                       | draft            | draft            | draft            | FORBIDDEN | FORBIDDEN
      delete               | quote                       | quote            | quote            | quote            | FORBIDDEN | FORBIDDEN
      print                | partiallySettled            | partiallySettled | partiallySettled | partiallySettled | partiallySettled | partiallySettled
      print                | settled                     | settled          | settled          | settled          | settled   | settled
      print                | reversed                    | reversed         | reversed         | reversed         | reversed  | reversed
      print                | cancelled                   | cancelled        | cancelled        | cancelled        | cancelled | cancelled
      print                | rejected                    | rejected         | rejected         | rejected         | rejected  | rejected
      printQuote           | quote                       | quote            | quote            | quote            | quote     | quote`,
    )
  })

  test('that is on hold, stopped by another, rests until they or who decides at a gate let it go', () => {
    const held = { ...deal, isOnHold: true, holderId: 'officer', isReversible: false, restHolds: true }
    walkWorkflow(
      {
        flow: dealWorkflow,
        people: {
          maker: personOf('branch_manager', 'maker'),
          officer: personOf('teller', 'officer'),
          teller: personOf('teller'),
          boss: personOf('branch_manager', 'boss'),
        },
        record: (state, act) => ({ ...held, state, openGates: gateOf(act) }),
      },
      `
      act                  | states                      | maker              | officer            | teller             | boss
      create               | null                        | draft              | draft              | draft              | draft
      quote                | draft quote                 | ON_HOLD            | ON_HOLD            | ON_HOLD            | ON_HOLD
      edit                 | draft quote waiting pending | ON_HOLD            | ON_HOLD            | ON_HOLD            | ON_HOLD
      submit               | draft quote                 | ON_HOLD            | ON_HOLD            | ON_HOLD            | ON_HOLD
      approveAuthorization | waiting                     | ON_HOLD            | FORBIDDEN          | FORBIDDEN          | ON_HOLD
      rejectAuthorization  | waiting                     | MAKER_IS_CHECKER   | FORBIDDEN          | FORBIDDEN          | rejected
      approveLimit         | waiting                     | ON_HOLD            | FORBIDDEN          | FORBIDDEN          | ON_HOLD
      rejectLimit          | waiting                     | MAKER_IS_CHECKER   | FORBIDDEN          | FORBIDDEN          | rejected
      clearRba             | *                           | FORBIDDEN          | FORBIDDEN          | FORBIDDEN          | FORBIDDEN
      rejectRba            | *                           | FORBIDDEN          | FORBIDDEN          | FORBIDDEN          | FORBIDDEN
      settlePart           | pending partiallySettled    | ON_HOLD            | ON_HOLD            | ON_HOLD            | ON_HOLD
      settle               | pending partiallySettled    | ON_HOLD            | ON_HOLD            | ON_HOLD            | ON_HOLD
      cancel               | draft quote waiting pending | HELD_BY_OTHERS     | cancelled          | HELD_BY_OTHERS     | cancelled
      askRest              | partiallySettled            | ON_HOLD            | ON_HOLD            | ON_HOLD            | ON_HOLD
      approveRest          | partiallySettled            | ON_HOLD            | FORBIDDEN          | FORBIDDEN          | ON_HOLD
      rejectRest           | partiallySettled            | MAKER_IS_CHECKER   | FORBIDDEN          | FORBIDDEN          | partiallySettled
      askReversal          | settled partiallySettled    | NOT_REVERSIBLE     | FORBIDDEN          | FORBIDDEN          | NOT_REVERSIBLE
      approveReversal      | settled                     | MAKER_IS_CHECKER   | FORBIDDEN          | FORBIDDEN          | settled
      approveReversal      | partiallySettled            | MAKER_IS_CHECKER   | FORBIDDEN          | FORBIDDEN          | partiallySettled
      rejectReversal       | settled                     | MAKER_IS_CHECKER   | FORBIDDEN          | FORBIDDEN          | settled
      rejectReversal       | partiallySettled            | MAKER_IS_CHECKER   | FORBIDDEN          | FORBIDDEN          | partiallySettled
      reverse              | settled partiallySettled    | NOT_REVERSIBLE     | FORBIDDEN          | FORBIDDEN          | NOT_REVERSIBLE
      clearPayment         | *                           | ILLEGAL_TRANSITION | FORBIDDEN          | FORBIDDEN          | ILLEGAL_TRANSITION
      hold                 | *                           | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION
      releaseHold          | draft                       | HELD_BY_OTHERS     | draft              | HELD_BY_OTHERS     | draft
      releaseHold          | quote                       | HELD_BY_OTHERS     | quote              | HELD_BY_OTHERS     | quote
      releaseHold          | waiting                     | HELD_BY_OTHERS     | waiting            | HELD_BY_OTHERS     | waiting
      releaseHold          | pending                     | HELD_BY_OTHERS     | pending            | HELD_BY_OTHERS     | pending
      releaseHold          | partiallySettled            | HELD_BY_OTHERS     | partiallySettled   | HELD_BY_OTHERS     | partiallySettled
      delete               | draft                       | HELD_BY_OTHERS     | draft              | HELD_BY_OTHERS     | draft
      delete               | quote                       | HELD_BY_OTHERS     | quote              | HELD_BY_OTHERS     | quote
      print                | *                           | NOT_SETTLED        | NOT_SETTLED        | NOT_SETTLED        | NOT_SETTLED
      printQuote           | quote                       | quote              | quote              | quote              | quote`,
    )
  })

  test('goes as far as it was asked to, unless a gate or its money stops it', () => {
    const { maker, books } = people
    const upTo = (goal: Goal, openGates: GateKind[] = [], isAwaited = false, by = maker) => {
      try {
        const { state, acts } = makeDealUpTo(goal, { openGates, isAwaited }, by, new Date(0))
        return [state, acts.at(-1)]
      } catch (refusal) {
        return refusal instanceof Refusal ? refusal.code : refusal
      }
    }
    expect(upTo('draft')).toEqual(['draft', 'create'])
    expect(upTo('quote')).toEqual(['quote', 'quote'])
    expect(upTo('submit')).toEqual(['pending', 'submit'])
    expect(upTo('submit', ['limit'])).toEqual(['waiting', 'submit'])
    expect(upTo('hold')).toEqual(['pending', 'hold'])
    expect(upTo('hold', ['rba'])).toEqual(['waiting', 'hold'])
    expect(upTo('settle')).toEqual(['settled', 'settle'])
    expect(upTo('settle', ['limit'])).toEqual(['waiting', 'submit'])
    expect(upTo('settle', [], true)).toEqual(['pending', 'submit'])
    expect(upTo('draft', [], false, books as never)).toBe('FORBIDDEN')
    const clerk = { ...maker, permissions: new Set(['create_transactions']) }
    expect([upTo('submit', [], false, clerk), upTo('settle', [], false, clerk)]).toEqual([
      ['pending', 'submit'],
      'FORBIDDEN',
    ])
    expect([upTo('hold', [], false, clerk), upTo('settle', ['limit'], false, clerk)]).toEqual([
      'FORBIDDEN',
      ['waiting', 'submit'],
    ])
  })

  test('stays at its other gates, and what expired, is paid, above a limit or another’s to reverse is refused', () => {
    const act = (name: keyof typeof dealWorkflow.actions, facts: Partial<Judged>, by = people.boss) => {
      const { guard } = dealWorkflow.actions[name] as { guard: (one: Judged, who: object) => unknown }
      const answer = guard({ ...deal, state: 'settled', ...facts }, by)
      return answer instanceof Refusal ? answer.code : answer
    }
    const { approveLimit, submit } = dealWorkflow.actions
    expect(approveLimit.becomes({ ...deal, state: 'waiting', openGates: ['limit', 'rba'] })).toBe('waiting')
    expect(submit.becomes({ ...deal, state: 'draft', openGates: ['limit'] })).toBe('waiting')
    expect(act('submit', { isExpired: true })).toBe('QUOTE_EXPIRED')
    expect(act('reverse', { above: 'OVER_LIMIT_ASK' })).toBe('OVER_LIMIT_ASK')
    expect(act('reverse', { isOnHold: true, holderId: 'officer' })).toBeUndefined()
    const reverser = { ...people.boss, permissions: new Set(['reverse_transactions']) }
    expect(act('reverse', { isOnHold: true, holderId: 'officer' }, reverser as never)).toBe('HELD_BY_OTHERS')
    expect(act('askReversal', {})).toBe('ILLEGAL_TRANSITION')
    expect(act('askReversal', { openGates: ['reversal'] })).toBe('REVERSAL_ASKED')
    expect(act('approveReversal', { openGates: ['reversal'], askerId: 'boss' })).toBe('MAKER_IS_CHECKER')
    expect(act('approveLimit', {})).toBe('GATE_NOT_OPEN')
    expect([act('askRest', { openGates: ['rest'] }), act('askRest', { restHolds: true })]).toEqual([
      'REST_ASKED',
      'REST_RATE_HOLDS',
    ])
    expect(act('clearPayment', { isAwaited: true, makerIds: new Set(['boss']) })).toBe('MAKER_IS_CHECKER')
    expect(act('delete', { isNumbered: true })).toBe('ILLEGAL_TRANSITION')
    // A maker's own hold is a pause: another may turn it into a stop, and a second maker may let it go.
    const pause = { isOnHold: true, holderId: 'maker', makerIds: new Set(['maker', 'also']) }
    expect([act('hold', pause), act('hold', pause, people.maker as never)]).toEqual([
      undefined,
      'ILLEGAL_TRANSITION',
    ])
    expect(act('releaseHold', pause, personOf('teller', 'also') as never)).toBeUndefined()
  })
})
