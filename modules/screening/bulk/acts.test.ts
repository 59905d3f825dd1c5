import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { bulkWorkflow } from './bulk.domain.ts'

test('a file of names is screened by a job, and cancelled by a person until then', () => {
  walkWorkflow(
    {
      flow: bulkWorkflow,
      people: { teller: personOf('teller'), books: personOf('accountant') },
      record: (state) => ({ state }),
    },
    `
    act    | states          | teller    | books
    upload | null            | waiting   | FORBIDDEN
    begin  | waiting running | FORBIDDEN | FORBIDDEN
    goOn   | waiting running | FORBIDDEN | FORBIDDEN
    finish | waiting running | FORBIDDEN | FORBIDDEN
    fail   | waiting running | FORBIDDEN | FORBIDDEN
    cancel | waiting running | cancelled | FORBIDDEN`,
  )
})
