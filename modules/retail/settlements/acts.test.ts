import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { settlementWorkflow } from './settlements.domain.ts'

const people = {
  books: personOf('accountant'),
  maker: personOf('branch_manager', 'maker'),
  teller: personOf('teller'),
}
const recordOf = (above: string[]) => (state: string | null) => ({ state, makerIds: ['maker'], above })

test('a settlement within the limit is posted at once', () => {
  walkWorkflow(
    { flow: settlementWorkflow, people, record: recordOf([]) },
    `
    act     | states  | books     | maker     | teller
    create  | null    | posted    | posted    | FORBIDDEN
    approve | pending | posted    | FORBIDDEN | FORBIDDEN
    reject  | pending | rejected  | FORBIDDEN | FORBIDDEN
    cancel  | pending | cancelled | cancelled | FORBIDDEN`,
  )
})

test('a settlement above the limit is pending until another person approves it', () => {
  walkWorkflow(
    { flow: settlementWorkflow, people, record: recordOf(['limit']) },
    `
    act     | states  | books     | maker     | teller
    create  | null    | pending   | pending   | FORBIDDEN
    approve | pending | posted    | FORBIDDEN | FORBIDDEN
    reject  | pending | rejected  | FORBIDDEN | FORBIDDEN
    cancel  | pending | cancelled | cancelled | FORBIDDEN`,
  )
})
