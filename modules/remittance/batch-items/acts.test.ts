import { expect, test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { batchWorkflow, stateByItems } from './batch-workflow.domain.ts'

const people = {
  treasury: personOf('treasury', 'maker'),
  books: personOf('accountant'),
  admin: personOf('company_administrator', 'maker'),
}

test('a batch is closed by one person and let go by another', () => {
  walkWorkflow(
    { flow: batchWorkflow, people, record: (state) => ({ state, makerIds: ['maker'], above: [], count: 2 }) },
    `
    act         | states            | treasury     | books     | admin
    create      | null              | open         | FORBIDDEN | open
    collect     | open              | open         | FORBIDDEN | open
    takeOut     | open              | open         | FORBIDDEN | open
    close       | open              | closed       | FORBIDDEN | closed
    reopen      | closed            | open         | FORBIDDEN | open
    approve     | closed            | FORBIDDEN    | approved  | MAKER_IS_CHECKER
    reject      | closed            | FORBIDDEN    | open      | MAKER_IS_CHECKER
    send        | approved          | sent         | FORBIDDEN | sent
    acknowledge | sent              | acknowledged | FORBIDDEN | acknowledged
    settle      | sent acknowledged | settled      | FORBIDDEN | settled
    cancel      | open              | cancelled    | FORBIDDEN | cancelled`,
  )
})

test('a batch has no more of a state than its items say', () => {
  expect(stateByItems(['', '', ''])).toBe('sent')
  expect(stateByItems(['paid', '', ''])).toBe('acknowledged')
  expect(stateByItems(['paid', 'accepted', 'rejected'])).toBe('acknowledged')
  expect(stateByItems(['paid', 'returned', 'rejected'])).toBe('settled')
})
