import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { resetWorkflow } from '../proofs/resets.domain.ts'

test('a reset is approved by a third person, and rejected by any administrator until it is done', () => {
  walkWorkflow(
    {
      flow: resetWorkflow,
      people: {
        asker: personOf('company_administrator', 'asker'),
        user: personOf('company_administrator', 'user'),
        admin: personOf('company_administrator'),
        manager: personOf('branch_manager'),
      },
      record: (state) => ({ state, userId: 'user', askedById: 'asker' }),
    },
    `
    act        | states           | asker            | user         | admin     | manager
    ask        | null             | pending          | NOT_YOURSELF | pending   | FORBIDDEN
    approve    | pending          | MAKER_IS_CHECKER | NOT_YOURSELF | approved  | FORBIDDEN
    reject     | pending approved | rejected         | rejected     | rejected  | FORBIDDEN
    takeEffect | approved         | FORBIDDEN        | FORBIDDEN    | FORBIDDEN | FORBIDDEN
    expire     | pending          | FORBIDDEN        | FORBIDDEN    | FORBIDDEN | FORBIDDEN
    cancel     | pending approved | FORBIDDEN        | FORBIDDEN    | FORBIDDEN | FORBIDDEN
    override   | pending approved | FORBIDDEN        | FORBIDDEN    | FORBIDDEN | FORBIDDEN`,
  )
})
