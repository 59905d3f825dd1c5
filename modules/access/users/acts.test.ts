import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { userWorkflow } from './users.domain.ts'

const people = {
  oneself: personOf('company_administrator', 'user'),
  manager: personOf('branch_manager'),
  teller: personOf('teller'),
}

test('nobody locks or unlocks themselves, and who is not locked is not unlocked', () => {
  walkWorkflow(
    {
      flow: userWorkflow,
      people,
      record: (state) => ({ id: 'user', state: String(state), isBlocked: false }),
    },
    `
    act    | states | oneself      | manager    | teller
    lock   | active | NOT_YOURSELF | locked     | FORBIDDEN
    unlock | active | NOT_YOURSELF | NOT_LOCKED | FORBIDDEN
    unlock | locked | NOT_YOURSELF | active     | FORBIDDEN`,
  )
})

test('unlocking lifts the block that failed attempts left', () => {
  walkWorkflow(
    {
      flow: userWorkflow,
      people,
      record: (state) => ({ id: 'user', state: String(state), isBlocked: true }),
    },
    `
    act    | states        | oneself      | manager | teller
    lock   | active        | NOT_YOURSELF | locked  | FORBIDDEN
    unlock | active locked | NOT_YOURSELF | active  | FORBIDDEN`,
  )
})
