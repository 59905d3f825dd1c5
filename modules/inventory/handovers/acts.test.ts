import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { handoverWorkflow } from './handovers.domain.ts'

const people = {
  from: personOf('teller', 'from'),
  next: personOf('teller', 'next'),
  other: personOf('teller', 'other'),
  manager: personOf('branch_manager'),
  books: personOf('accountant'),
}
const record = (state: string | null) => ({ state, authorId: 'from', toId: 'next', tellerIds: ['from'] })

test('a drawer is handed over by who had it, taken over by who it goes to, and by nobody from themselves', () => {
  walkWorkflow(
    { flow: handoverWorkflow, people, record },
    `
    act      | states  | from             | next                | other               | manager             | books
    create   | null    | waiting          | HANDOVER_NOT_YOURS  | HANDOVER_NOT_YOURS  | HANDOVER_NOT_YOURS  | FORBIDDEN
    accept   | waiting | MAKER_IS_CHECKER | accepted            | HANDOVER_OF_ANOTHER | HANDOVER_OF_ANOTHER | FORBIDDEN
    refuse   | waiting | MAKER_IS_CHECKER | refused             | HANDOVER_OF_ANOTHER | HANDOVER_OF_ANOTHER | FORBIDDEN
    withdraw | waiting | withdrawn        | HANDOVER_NOT_YOURS  | HANDOVER_NOT_YOURS  | withdrawn           | FORBIDDEN`,
  )
})

test('once it was counted and differs, it is counted once more: only who may see what was expected gives it up', () => {
  walkWorkflow(
    { flow: handoverWorkflow, people, record: (state) => ({ ...record(state), isCounted: true }) },
    `
    act      | states  | from             | next               | other               | manager             | books
    create   | null    | waiting          | HANDOVER_NOT_YOURS | HANDOVER_NOT_YOURS  | HANDOVER_NOT_YOURS  | FORBIDDEN
    accept   | waiting | MAKER_IS_CHECKER | accepted           | HANDOVER_OF_ANOTHER | HANDOVER_OF_ANOTHER | FORBIDDEN
    refuse   | waiting | MAKER_IS_CHECKER | HANDOVER_COUNTED   | HANDOVER_OF_ANOTHER | HANDOVER_OF_ANOTHER | FORBIDDEN
    withdraw | waiting | HANDOVER_COUNTED | HANDOVER_NOT_YOURS | HANDOVER_NOT_YOURS  | withdrawn           | FORBIDDEN`,
  )
})

test('whose drawer it was does not give it up once it was counted, whatever else they may', () => {
  const had = { author: personOf('branch_manager', 'from'), teller: personOf('branch_manager', 'had') }
  walkWorkflow(
    {
      flow: handoverWorkflow,
      people: had,
      record: (state) => ({ ...record(state), tellerIds: ['from', 'had'], isCounted: true }),
    },
    `
    act      | states  | author           | teller
    create   | null    | waiting          | waiting
    accept   | waiting | MAKER_IS_CHECKER | MAKER_IS_CHECKER
    refuse   | waiting | MAKER_IS_CHECKER | MAKER_IS_CHECKER
    withdraw | waiting | HANDOVER_COUNTED | HANDOVER_COUNTED`,
  )
})

test('neither a day that is not the last one, nor to who cannot open it, nor to who had it', () => {
  const { from } = people
  const tried = (more: object) =>
    walkWorkflow(
      { flow: handoverWorkflow, people: { from }, record: (state) => ({ ...record(state), ...more }) },
      `
      act      | states  | from
      create   | null    | ${'code' in more ? String(more.code) : ''}
      accept   | waiting | MAKER_IS_CHECKER
      refuse   | waiting | MAKER_IS_CHECKER
      withdraw | waiting | withdrawn`,
    )
  tried({ isPast: true, code: 'HANDOVER_PAST' })
  tried({ isUnable: true, code: 'HANDOVER_UNABLE' })
  tried({ toId: 'from', code: 'MAKER_IS_CHECKER' })
  tried({ tellerIds: ['from', 'next'], code: 'MAKER_IS_CHECKER' })
})
