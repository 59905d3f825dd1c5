import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { requestWorkflow } from './requests.domain.ts'

const people = { keeper: personOf('vault_keeper'), books: personOf('accountant') }

test('a request becomes what its loads have made of it', () => {
  walkWorkflow(
    {
      flow: requestWorkflow,
      people,
      record: (state) => ({ state, became: 'inPart' as const, isOnItsWay: false }),
    },
    `
    act    | states      | keeper    | books
    create | null        | open      | FORBIDDEN
    follow | open inPart | inPart    | FORBIDDEN
    refuse | open inPart | refused   | FORBIDDEN
    cancel | open inPart | cancelled | FORBIDDEN`,
  )
})

test('a request with a load on its way is neither refused nor cancelled', () => {
  walkWorkflow(
    { flow: requestWorkflow, people, record: (state) => ({ state, isOnItsWay: true }) },
    `
    act    | states      | keeper             | books
    create | null        | open               | FORBIDDEN
    follow | open inPart | open               | FORBIDDEN
    refuse | open inPart | REQUEST_ON_ITS_WAY | FORBIDDEN
    cancel | open inPart | REQUEST_ON_ITS_WAY | FORBIDDEN`,
  )
})
