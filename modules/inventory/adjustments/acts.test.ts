import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { adjustmentWorkflow } from './adjustments.domain.ts'

const people = {
  author: personOf('branch_manager', 'author'),
  manager: personOf('branch_manager'),
  books: personOf('accountant'),
  keeper: personOf('vault_keeper'),
  teller: personOf('teller'),
}

test('of opening stock: what is within a limit is posted, and nobody decides on their own request', () => {
  walkWorkflow(
    {
      flow: adjustmentWorkflow,
      people,
      record: (state) => ({ state, kind: 'opening' as const, authorId: 'author', above: undefined }),
    },
    `
    act           | states    | author      | manager         | books           | keeper    | teller
    createOpening | null      | posted      | posted          | posted          | FORBIDDEN | FORBIDDEN
    createFloat   | null      | posted      | posted          | FORBIDDEN       | posted    | FORBIDDEN
    approve       | requested | MAKER_IS_CHECKER | posted          | posted          | FORBIDDEN | FORBIDDEN
    reject        | requested | MAKER_IS_CHECKER | rejected        | rejected        | FORBIDDEN | FORBIDDEN
    withdraw      | requested | withdrawn   | NOT_OWN_REQUEST | NOT_OWN_REQUEST | FORBIDDEN | FORBIDDEN
    reverse       | posted    | reversed    | reversed        | reversed        | FORBIDDEN | FORBIDDEN
    reverse       | *         | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | FORBIDDEN`,
  )
})

test('above a limit nothing is posted nor taken back; opening stock is requested', () => {
  walkWorkflow(
    {
      flow: adjustmentWorkflow,
      people,
      record: (state) => ({
        state,
        kind: 'float' as const,
        authorId: 'author',
        above: 'OVER_LIMIT',
        asksApproval: true,
      }),
    },
    `
    act           | states    | author      | manager         | books           | keeper     | teller
    createOpening | null      | requested   | requested       | requested       | FORBIDDEN  | FORBIDDEN
    createFloat   | null      | OVER_LIMIT  | OVER_LIMIT      | FORBIDDEN       | OVER_LIMIT | FORBIDDEN
    approve       | requested | MAKER_IS_CHECKER | OVER_LIMIT      | OVER_LIMIT      | FORBIDDEN  | FORBIDDEN
    reject        | requested | MAKER_IS_CHECKER | rejected        | rejected        | FORBIDDEN  | FORBIDDEN
    withdraw      | requested | withdrawn   | NOT_OWN_REQUEST | NOT_OWN_REQUEST | FORBIDDEN  | FORBIDDEN
    reverse       | posted    | OVER_LIMIT  | OVER_LIMIT      | FORBIDDEN       | OVER_LIMIT | FORBIDDEN
    reverse       | *         | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | FORBIDDEN`,
  )
})
