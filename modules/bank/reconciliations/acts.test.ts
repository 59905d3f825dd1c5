import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { reconciliationWorkflow } from './reconciliations.domain.ts'

test('a reconciliation is deleted only before it is processed', () => {
  walkWorkflow(
    {
      flow: reconciliationWorkflow,
      people: { books: personOf('accountant'), treasury: personOf('treasury') },
      record: (state) => ({ state }),
    },
    `
    act        | states            | books       | treasury
    initialize | null              | initialised | FORBIDDEN
    save       | initialised saved | saved       | FORBIDDEN
    process    | initialised saved | processed   | FORBIDDEN
    delete     | initialised saved | deleted     | FORBIDDEN`,
  )
})
