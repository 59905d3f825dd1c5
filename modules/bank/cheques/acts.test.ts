import { expect, test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { chequeWorkflow, isPostDated, isStale } from './cheques.domain.ts'

const people = {
  maker: personOf('treasury', 'maker'),
  other: personOf('treasury', 'other'),
  manager: personOf('branch_manager'),
}

test('a cheque is bounced by another person than received and deposited it, and only once it was presented', () => {
  walkWorkflow(
    {
      flow: chequeWorkflow,
      people,
      record: (state) => ({ state, isPresented: state !== 'inHand', makerIds: ['maker'], above: [] }),
    },
    `
    act          | states            | maker            | other                | manager
    create       | null              | inHand           | inHand               | FORBIDDEN
    deposit      | inHand            | deposited        | deposited            | FORBIDDEN
    clear        | deposited         | cleared          | cleared              | FORBIDDEN
    takeBack     | deposited cleared | inHand           | inHand               | FORBIDDEN
    bounce       | inHand            | CHEQUE_NOT_PRESENTED | CHEQUE_NOT_PRESENTED | FORBIDDEN
    bounce       | deposited cleared | MAKER_IS_CHECKER | bounced              | FORBIDDEN
    presentAgain | bounced           | inHand           | inHand               | FORBIDDEN
    giveBack     | inHand bounced    | returned         | returned             | FORBIDDEN`,
  )
})

test('a line of the bank bounces a cheque for its maker too', () => {
  walkWorkflow(
    {
      flow: chequeWorkflow,
      people: { maker: people.maker },
      record: (state) => ({ state, isPresented: true, isOfLine: true, makerIds: ['maker'], above: [] }),
    },
    `
    act          | states                   | maker
    create       | null                     | inHand
    deposit      | inHand                   | deposited
    clear        | deposited                | cleared
    takeBack     | deposited cleared        | inHand
    bounce       | inHand deposited cleared | bounced
    presentAgain | bounced                  | inHand
    giveBack     | inHand bounced           | returned`,
  )
})

test('a cheque is good for six months, to the last day of a shorter month, and not before its date', () => {
  expect(isStale('2025-09-20', '2026-03-20')).toBe(false)
  expect(isStale('2025-09-19', '2026-03-20')).toBe(true)
  expect(isStale('2025-08-31', '2026-02-28')).toBe(false)
  expect(isStale('2025-08-31', '2026-03-01')).toBe(true)
  expect(isPostDated('2026-03-21', '2026-03-20')).toBe(true)
  expect(isPostDated('2026-03-20', '2026-03-20')).toBe(false)
})
