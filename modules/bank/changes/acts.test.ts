import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { changeWorkflow } from './changes.domain.ts'

// That its maker does not approve it is the rule of every gate, not of this table.
test('other bank details are decided on while they wait, and withdrawn by their maker', () => {
  walkWorkflow(
    {
      flow: changeWorkflow,
      people: {
        maker: personOf('accountant', 'maker'),
        second: personOf('accountant', 'second'),
        manager: personOf('branch_manager'),
      },
      record: (state) => ({ state, makerIds: ['maker'], above: [] as string[] }),
    },
    `
    act      | states  | maker     | second          | manager
    create   | null    | waiting   | waiting         | FORBIDDEN
    approve  | waiting | approved  | approved        | FORBIDDEN
    reject   | waiting | rejected  | rejected        | FORBIDDEN
    withdraw | waiting | withdrawn | NOT_OWN_REQUEST | FORBIDDEN`,
  )
})
