import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { expenseWorkflow } from './expenses.domain.ts'

const people = {
  books: personOf('accountant'),
  manager: personOf('branch_manager', 'manager'),
  teller: personOf('teller'),
}
const recordOf = (above: string[], paid: string) => (state: string | null) => ({
  state,
  makerIds: ['manager'],
  above,
  paid,
})

test('an expense within the limit is posted at once', () => {
  walkWorkflow(
    { flow: expenseWorkflow, people, record: recordOf([], '0.00') },
    `
    act     | states    | books     | manager   | teller
    create  | null      | draft     | draft     | FORBIDDEN
    update  | draft     | draft     | draft     | FORBIDDEN
    submit  | draft     | posted    | posted    | FORBIDDEN
    approve | submitted | posted    | FORBIDDEN | FORBIDDEN
    reject  | submitted | draft     | FORBIDDEN | FORBIDDEN
    reverse | posted    | reversed  | reversed  | FORBIDDEN
    cancel  | draft     | cancelled | cancelled | FORBIDDEN`,
  )
})

test('an expense above the limit is submitted, and one that is paid is not reversed', () => {
  walkWorkflow(
    { flow: expenseWorkflow, people, record: recordOf(['limit'], '0.01') },
    `
    act     | states    | books        | manager      | teller
    create  | null      | draft        | draft        | FORBIDDEN
    update  | draft     | draft        | draft        | FORBIDDEN
    submit  | draft     | submitted    | submitted    | FORBIDDEN
    approve | submitted | posted       | FORBIDDEN    | FORBIDDEN
    reject  | submitted | draft        | FORBIDDEN    | FORBIDDEN
    reverse | posted    | EXPENSE_PAID | EXPENSE_PAID | FORBIDDEN
    cancel  | draft     | cancelled    | cancelled    | FORBIDDEN`,
  )
})

test('an expense above the limit of who reverses it stays', () => {
  walkWorkflow(
    { flow: expenseWorkflow, people, record: recordOf(['limit'], '0') },
    `
    act     | states    | books           | manager         | teller
    create  | null      | draft           | draft           | FORBIDDEN
    update  | draft     | draft           | draft           | FORBIDDEN
    submit  | draft     | submitted       | submitted       | FORBIDDEN
    approve | submitted | posted          | FORBIDDEN       | FORBIDDEN
    reject  | submitted | draft           | FORBIDDEN       | FORBIDDEN
    reverse | posted    | ABOVE_OWN_LIMIT | ABOVE_OWN_LIMIT | FORBIDDEN
    cancel  | draft     | cancelled       | cancelled       | FORBIDDEN`,
  )
})
