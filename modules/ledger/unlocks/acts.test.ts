import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { unlockWorkflow } from './unlocks.domain.ts'

test('days of a locked period are opened by a second person, and closed by either', () => {
  walkWorkflow(
    {
      flow: unlockWorkflow,
      people: {
        asker: personOf('accountant', 'asker'),
        second: personOf('accountant', 'second'),
        manager: personOf('branch_manager'),
      },
      record: (state) => ({ state, askedById: 'asker' }),
    },
    `
    act   | states     | asker            | second | manager
    agree | asked      | MAKER_IS_CHECKER | open   | FORBIDDEN
    end   | asked open | ended            | ended  | FORBIDDEN`,
  )
})
