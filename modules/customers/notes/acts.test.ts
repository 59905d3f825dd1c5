import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { requestWorkflow } from './notes.domain.ts'

test('a question about a customer is answered or cancelled, once', () => {
  walkWorkflow(
    {
      flow: requestWorkflow,
      people: { teller: personOf('teller'), books: personOf('accountant') },
      record: (state) => ({ state }),
    },
    `
    act    | states | teller    | books
    reply  | open   | replied   | FORBIDDEN
    cancel | open   | cancelled | FORBIDDEN`,
  )
})
