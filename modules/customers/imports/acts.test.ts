import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { importWorkflow } from './imports.domain.ts'

const people = { officer: personOf('company_administrator'), books: personOf('accountant') }

test('a file of customers is taken in once it is checked and has good rows', () => {
  walkWorkflow(
    { flow: importWorkflow, people, record: (state) => ({ state, good: 1 }) },
    `
    act      | states    | officer   | books
    upload   | null      | checking  | FORBIDDEN
    check    | checking  | FORBIDDEN | FORBIDDEN
    refuse   | checking  | FORBIDDEN | FORBIDDEN
    mend     | checked   | checked   | FORBIDDEN
    start    | checked   | importing | FORBIDDEN
    finish   | importing | FORBIDDEN | FORBIDDEN
    breakOff | importing | FORBIDDEN | FORBIDDEN
    cancel   | checked   | cancelled | FORBIDDEN`,
  )
})

test('a file without a good row is not taken in, and a row that came in is not mended', () => {
  walkWorkflow(
    { flow: importWorkflow, people, record: (state) => ({ state, good: 0, isDone: true }) },
    `
    act      | states    | officer            | books
    upload   | null      | checking           | FORBIDDEN
    check    | checking  | FORBIDDEN          | FORBIDDEN
    refuse   | checking  | FORBIDDEN          | FORBIDDEN
    mend     | checked   | ILLEGAL_TRANSITION | FORBIDDEN
    start    | checked   | NOTHING_GOOD       | FORBIDDEN
    finish   | importing | FORBIDDEN          | FORBIDDEN
    breakOff | importing | FORBIDDEN          | FORBIDDEN
    cancel   | checked   | cancelled          | FORBIDDEN`,
  )
})
