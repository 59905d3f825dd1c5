import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { moveWorkflow } from './prefund-moves.domain.ts'

const people = {
  treasury: personOf('treasury', 'maker'),
  books: personOf('accountant'),
  teller: personOf('teller'),
}
const recordOf = (above: string[]) => (state: string | null) => ({ state, makerIds: ['maker'], above })

test('a top-up within the limit is posted at once, and reversed with a reason', () => {
  walkWorkflow(
    { flow: moveWorkflow, people, record: recordOf([]) },
    `
    act     | states  | treasury  | books     | teller
    create  | null    | posted    | FORBIDDEN | FORBIDDEN
    approve | pending | FORBIDDEN | posted    | FORBIDDEN
    reject  | pending | FORBIDDEN | rejected  | FORBIDDEN
    cancel  | pending | cancelled | FORBIDDEN | FORBIDDEN
    reverse | posted  | reversed  | FORBIDDEN | FORBIDDEN`,
  )
})

test('a top-up above the limit is pending until another person approves it, and not reversed', () => {
  walkWorkflow(
    { flow: moveWorkflow, people, record: recordOf(['limit']) },
    `
    act     | states  | treasury        | books     | teller
    create  | null    | pending         | FORBIDDEN | FORBIDDEN
    approve | pending | FORBIDDEN       | posted    | FORBIDDEN
    reject  | pending | FORBIDDEN       | rejected  | FORBIDDEN
    cancel  | pending | cancelled       | FORBIDDEN | FORBIDDEN
    reverse | posted  | ABOVE_OWN_LIMIT | FORBIDDEN | FORBIDDEN`,
  )
})
