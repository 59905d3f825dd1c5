import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { paymentWorkflow } from './payments.domain.ts'

const people = {
  books: personOf('accountant'),
  maker: personOf('branch_manager', 'maker'),
  teller: personOf('teller'),
}
const recordOf = (above: string[]) => (state: string | null) => ({ state, makerIds: ['maker'], above })

test('a payment within the limit is posted at once', () => {
  walkWorkflow(
    { flow: paymentWorkflow, people, record: recordOf([]) },
    `
    act     | states    | books           | maker     | teller
    create  | null      | posted          | posted    | FORBIDDEN
    approve | submitted | posted          | FORBIDDEN | FORBIDDEN
    reject  | submitted | rejected        | FORBIDDEN | FORBIDDEN
    cancel  | submitted | NOT_OWN_REQUEST | cancelled | FORBIDDEN
    reverse | posted    | reversed        | reversed  | FORBIDDEN`,
  )
})

test('a payment above the limit is submitted, and not reversed', () => {
  walkWorkflow(
    { flow: paymentWorkflow, people, record: recordOf(['limit']) },
    `
    act     | states    | books           | maker           | teller
    create  | null      | submitted       | submitted       | FORBIDDEN
    approve | submitted | posted          | FORBIDDEN       | FORBIDDEN
    reject  | submitted | rejected        | FORBIDDEN       | FORBIDDEN
    cancel  | submitted | NOT_OWN_REQUEST | cancelled       | FORBIDDEN
    reverse | posted    | ABOVE_OWN_LIMIT | ABOVE_OWN_LIMIT | FORBIDDEN`,
  )
})
