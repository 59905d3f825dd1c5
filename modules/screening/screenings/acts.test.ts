import { describe, expect, test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { confirmers, decideScreening, screeningWorkflow } from './screening-workflow.domain.ts'

const people = {
  officer: personOf('compliance_officer', 'officer'),
  second: personOf('mlro', 'second'),
  teller: personOf('teller'),
  books: personOf('accountant'),
}
const found = {
  pending: 2,
  isOpen: true,
  customerId: 'c',
  closedAs: null,
  failure: '',
  decided: [] as { outcome: string; byId: string }[],
  isCleared: false,
}
const confirmed = [{ outcome: 'confirmed_hit', byId: 'officer' }]

describe('a screening', () => {
  test('with something to decide on: an officer decides, and who confirmed a hit does not close it', () => {
    walkWorkflow(
      {
        flow: screeningWorkflow,
        people,
        record: (state) => ({ ...found, state, decided: state === 'confirmed_hit' ? confirmed : [] }),
      },
      `
      act       | states                               | officer            | second             | teller             | books
      decide    | in_review error                      | in_review          | in_review          | FORBIDDEN          | FORBIDDEN
      accept    | in_review                            | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | FORBIDDEN          | FORBIDDEN
      close     | confirmed_hit                        | CONFIRMER_CLOSES   | in_review          | FORBIDDEN          | FORBIDDEN
      reopen    | confirmed_hit                        | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | FORBIDDEN          | FORBIDDEN
      whitelist | in_review no_hit confirmed_hit error | NOT_CLEARED        | NOT_CLEARED        | FORBIDDEN          | FORBIDDEN
      rescreen  | in_review                            | in_review          | in_review          | in_review          | FORBIDDEN
      rescreen  | no_hit                               | no_hit             | no_hit             | no_hit             | FORBIDDEN
      rescreen  | confirmed_hit                        | confirmed_hit      | confirmed_hit      | confirmed_hit      | FORBIDDEN
      rescreen  | error                                | error              | error              | error              | FORBIDDEN`,
    )
  })

  test('of which all is decided: what was not complete is taken for enough, and an upheld hit is opened again', () => {
    const done = { ...found, pending: 0, failure: 'TOO_MANY_HITS', isCleared: true, left: 'no_hit' as const }
    walkWorkflow(
      {
        flow: screeningWorkflow,
        people: { officer: people.officer },
        record: (state) => ({ ...done, state, closedAs: state === 'confirmed_hit' ? 'upheld' : null }),
      },
      `
      act       | states          | officer
      decide    | in_review       | ILLEGAL_TRANSITION
      accept    | in_review error | no_hit
      close     | confirmed_hit   | ILLEGAL_TRANSITION
      reopen    | confirmed_hit   | confirmed_hit
      whitelist | in_review       | in_review
      whitelist | no_hit          | no_hit
      whitelist | confirmed_hit   | confirmed_hit
      whitelist | error           | error
      rescreen  | in_review       | in_review
      rescreen  | no_hit          | no_hit
      rescreen  | confirmed_hit   | confirmed_hit
      rescreen  | error           | error`,
    )
  })

  test('that is closed, taken for enough before, or of nobody on file, is left alone', () => {
    const accepted = [{ outcome: 'accepted', byId: 'officer' }]
    const over = { ...found, failure: 'TOO_MANY_HITS', isCleared: true, customerId: null, decided: accepted }
    walkWorkflow(
      {
        flow: screeningWorkflow,
        people: { officer: people.officer },
        record: (state, act) => ({
          ...over,
          state,
          pending: act === 'accept' ? 0 : 1,
          isOpen: act === 'accept',
          closedAs: 'released',
        }),
      },
      `
      act       | states                               | officer
      decide    | in_review error                      | ILLEGAL_TRANSITION
      accept    | in_review error                      | ILLEGAL_TRANSITION
      close     | confirmed_hit                        | ILLEGAL_TRANSITION
      reopen    | confirmed_hit                        | ILLEGAL_TRANSITION
      whitelist | in_review no_hit confirmed_hit error | NOT_CLEARED
      rescreen  | in_review                            | in_review
      rescreen  | no_hit                               | no_hit
      rescreen  | confirmed_hit                        | confirmed_hit
      rescreen  | error                                | error`,
    )
  })

  test('stands where what is left of it says', () => {
    type Command = Parameters<typeof decideScreening>[1]
    const after = (state: string, command: Omit<Command, 'note'>, more: object = {}) => {
      const row = { ...found, stale: [], state, ...more }
      return decideScreening(row, { note: 'Seen', ...command }, { actor: people.second, now: new Date(0) })
        .next
    }
    const decided = (outcome: NonNullable<Command['outcome']>, waiting: number) =>
      after('in_review', { act: 'decide', outcome, waiting })
    expect(decided('no_hit', 0)).toEqual({ state: 'no_hit', pending: 0, isOpen: false })
    expect(decided('no_hit', 1)).toEqual({ state: 'in_review', pending: 1, isOpen: true })
    expect(decided('skipped', 2)).toEqual({ state: 'in_review', pending: 2, isOpen: true })
    expect(decided('confirmed_hit', 1)).toEqual({ state: 'confirmed_hit', pending: 0 })
    const stale = { stale: ['un'], pending: 0, failure: 'TOO_MANY_HITS' }
    expect(after('error', { act: 'accept' }, stale)).toMatchObject({ state: 'in_review', isOpen: true })
    const closed = (outcome: NonNullable<Command['outcome']>, waiting: number) =>
      after('confirmed_hit', { act: 'close', outcome, waiting }, { decided: confirmed })
    expect(closed('upheld', 0)).toEqual({ state: 'confirmed_hit', isOpen: false, closedAs: 'upheld' })
    expect(closed('released', 0)).toEqual({ state: 'confirmed_hit', isOpen: false, closedAs: 'released' })
    expect(closed('released', 3)).toEqual({ state: 'in_review', pending: 3, isOpen: true })
    const again = after('confirmed_hit', { act: 'reopen' }, { closedAs: 'upheld' })
    expect(again).toEqual({ state: 'confirmed_hit', isOpen: true, closedAs: null })
  })

  test('is closed by nobody who confirmed it or opened it again since it was last closed', () => {
    const by = (...rows: [outcome: string, byId: string][]) =>
      [...confirmers(rows.map(([of, byId]) => ({ outcome: of, byId })))].toSorted()
    expect(by()).toEqual([])
    expect(by(['confirmed_hit', 'a'], ['reopened', 'b'], ['no_hit', 'c'])).toEqual(['a', 'b'])
    expect(by(['confirmed_hit', 'a'], ['upheld', 'b'], ['reopened', 'c'])).toEqual(['c'])
    expect(by(['confirmed_hit', 'a'], ['released', 'b'])).toEqual([])
  })
})
