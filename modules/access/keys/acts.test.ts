import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { keyWorkflow } from './keys.domain.ts'

test('a key is taken over by another administrator, and expires by the clock alone', () => {
  walkWorkflow(
    {
      flow: keyWorkflow,
      people: {
        owner: personOf('company_administrator', 'owner'),
        admin: personOf('company_administrator'),
        manager: personOf('branch_manager'),
      },
      record: (state) => ({ state, ownerId: 'owner' }),
    },
    `
    act      | states | owner        | admin     | manager
    takeOver | active | KEY_IS_YOURS | active    | FORBIDDEN
    revoke   | active | revoked      | revoked   | FORBIDDEN
    expire   | active | FORBIDDEN    | FORBIDDEN | FORBIDDEN`,
  )
})
