import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { differenceWorkflow } from './statement-differences.domain.ts'

const people = { treasury: personOf('treasury'), books: personOf('accountant') }
const record = (state: string | null) => ({ state, makerIds: [], above: [] })

test('a difference is accepted or disputed by who manages balances, and what was disputed may be accepted', () => {
  walkWorkflow(
    { flow: differenceWorkflow, people, record },
    `
    act     | states        | treasury  | books
    find    | null          | open      | FORBIDDEN
    accept  | open disputed | accepted  | FORBIDDEN
    dispute | open          | disputed  | FORBIDDEN
    explain | open disputed | explained | FORBIDDEN`,
  )
})
