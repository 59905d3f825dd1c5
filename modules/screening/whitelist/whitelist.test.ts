import { expect, test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { allowedActions } from '#kit/domain/document.domain.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { pairWorkflow } from './whitelist.domain.ts'

const author = personOf('mlro', 'author')
const second = personOf('mlro', 'second')
const people = {
  author,
  /** An API key that the author has made. */
  key: { ...second, userId: 'key', selves: new Set(['key', 'author']) },
  second,
  officer: personOf('compliance_officer'),
  teller: personOf('teller'),
}

test('a pair is agreed to by a second person with an unlimited limit, and taken back by any officer', () => {
  walkWorkflow(
    { flow: pairWorkflow, people, record: (state) => ({ state, authorId: 'author' }) },
    `
    act     | states            | author           | key              | second   | officer         | teller
    approve | proposed          | MAKER_IS_CHECKER | MAKER_IS_CHECKER | approved | WHITELIST_LIMIT | FORBIDDEN
    reject  | proposed          | MAKER_IS_CHECKER | MAKER_IS_CHECKER | rejected | rejected        | FORBIDDEN
    end     | proposed approved | ended            | ended            | ended    | ended           | FORBIDDEN
    reopen  | proposed approved | reopened         | reopened         | reopened | reopened        | FORBIDDEN`,
  )
})

test.each(['0', '999999999'])(
  'a limit of %s for the whitelist is not enough to agree to a pair',
  (amount) => {
    const limited = { ...second, limits: new Map([['whitelist', amount]]) }
    expect(allowedActions(pairWorkflow, { state: 'proposed', authorId: 'author' }, limited)).toEqual([
      'reject',
      'end',
    ])
  },
)
