import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { webhookWorkflow } from './webhooks.domain.ts'

test('a paused webhook is not tested, and its secret is still replaced', () => {
  walkWorkflow(
    {
      flow: webhookWorkflow,
      people: { admin: personOf('company_administrator'), manager: personOf('branch_manager') },
      record: (state) => ({ state }),
    },
    `
    act      | states | admin  | manager
    sendTest | active | active | FORBIDDEN
    pause    | active | paused | FORBIDDEN
    resume   | paused | active | FORBIDDEN
    giveUp   | active | FORBIDDEN | FORBIDDEN
    rotate   | active | active | FORBIDDEN
    rotate   | paused | paused | FORBIDDEN`,
  )
})
