import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { dayWorkflow } from './days.domain.ts'

const people = {
  teller: personOf('teller'),
  manager: personOf('branch_manager'),
  books: personOf('accountant'),
}

test('a day is opened by whoever may, and closed', () => {
  walkWorkflow(
    { flow: dayWorkflow, people, record: (state) => ({ state }) },
    `
    act        | states       | teller  | manager | books
    open       | null opening | open    | open    | FORBIDDEN
    askRecount | open         | opening | opening | FORBIDDEN
    close      | open         | closed  | closed  | FORBIDDEN`,
  )
})

test('a first count that is sent twice is not its own second one, and a day with something pending stays open', () => {
  const pending = [{ field: 'deals', code: 'DEAL_OPEN' }]
  walkWorkflow(
    { flow: dayWorkflow, people, record: (state) => ({ state, isSecond: false, pending }) },
    `
    act        | states  | teller       | manager      | books
    open       | null    | open         | open         | FORBIDDEN
    open       | opening | DAY_OPENING  | DAY_OPENING  | FORBIDDEN
    askRecount | open    | opening      | opening      | FORBIDDEN
    close      | open    | DAY_NOT_DONE | DAY_NOT_DONE | FORBIDDEN`,
  )
})
