import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { reviewWorkflow } from './duplicate-reviews.domain.ts'

test('whether two customers are one is decided by a person who registered neither', () => {
  walkWorkflow(
    {
      flow: reviewWorkflow,
      people: {
        asker: personOf('branch_manager', 'asker'),
        registrar: personOf('compliance_officer', 'registrar'),
        officer: personOf('compliance_officer'),
        teller: personOf('teller'),
      },
      record: (state) => ({ state, askedById: 'asker', registrarIds: [null, 'registrar'] }),
    },
    `
    act     | states | asker            | registrar        | officer   | teller
    confirm | open   | MAKER_IS_CHECKER | MAKER_IS_CHECKER | different | FORBIDDEN
    reject  | open   | MAKER_IS_CHECKER | MAKER_IS_CHECKER | same      | FORBIDDEN
    ask     | null same | FORBIDDEN     | FORBIDDEN        | FORBIDDEN | FORBIDDEN
    merge   | open   | FORBIDDEN        | FORBIDDEN        | FORBIDDEN | FORBIDDEN`,
  )
})
