import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { candidateWorkflow } from './report-candidates.domain.ts'

test('a report is filed or dropped, and opened again', () => {
  walkWorkflow(
    {
      flow: candidateWorkflow,
      people: { officer: personOf('compliance_officer'), manager: personOf('branch_manager') },
      record: (state) => ({ state }),
    },
    `
    act    | states        | officer | manager
    file   | open          | filed   | FORBIDDEN
    drop   | open          | dropped | FORBIDDEN
    reopen | filed dropped | open    | FORBIDDEN`,
  )
})
