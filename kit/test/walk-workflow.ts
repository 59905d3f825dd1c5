import { expect } from 'vitest'
import { allowedActions, decide, type RecordOf } from '#kit/domain/document.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { ActionOf, Workflow } from '#kit/domain/workflow.domain.ts'

type Person<W extends Workflow> = Parameters<typeof decide<W>>[3]['actor']

interface Walked<W extends Workflow> {
  flow: W
  /** Everybody who tries, by the name at the head of a column. */
  people: Record<string, Person<W>>
  /** The document in a state, as this person tries an act; `null` before it is there. */
  record: (state: string | null, act: ActionOf<W>) => RecordOf<W>
}

/**
 * Tries each act in each state as each person, with a note, and expects what the table says: `act | states | one answer for each
 * person`, which is the next state or the code of the refusal. In states that are not named, nor meant by `*`, an act is refused as
 * `illegal`, else with ILLEGAL_TRANSITION, and FORBIDDEN to any actor in those that are. What is offered is what is done.
 */
export function walkWorkflow<W extends Workflow>({ flow, people, record }: Walked<W>, table: string): void {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s*\|\s*/))
  const names = head.slice(2)
  expect(names).toEqual(Object.keys(people))
  const states = [null, ...Object.keys(flow.states)]
  const found: string[] = []
  const expected: string[] = []
  for (const [act, row] of Object.entries(flow.actions))
    for (const state of states)
      for (const [name, person] of Object.entries(people)) {
        const cell = `${act} of ${state} by ${name}: `
        const seen = record(state, act as ActionOf<W>)
        const answer = answerOf(() =>
          decide(flow, seen, { act: act as ActionOf<W>, note: 'Why' }, { actor: person, now: new Date(0) }),
        )
        const isOffered = (allowedActions(flow, seen, person) as readonly string[]).includes(act)
        found.push(
          cell + answer + (isOffered === (/[a-z]/.test(answer) && !row.implied) ? '' : ', offered otherwise'),
        )
        const own = rows.filter(([of]) => of === act)
        const at = 2 + names.indexOf(name)
        const named = own.find(([, from]) => from?.split(' ').includes(String(state)))
        const said = (named ?? own.find(([, from]) => from === '*'))?.[at]
        const isForbidden = own.length > 0 && own.every((cells) => cells[at] === 'FORBIDDEN')
        expected.push(cell + (said ?? (isForbidden ? 'FORBIDDEN' : (row.illegal ?? 'ILLEGAL_TRANSITION'))))
      }
  expect(found).toEqual(expected)
}

function answerOf(tried: () => { next: { state: string } }): string {
  try {
    return tried().next.state
  } catch (refusal) {
    if (refusal instanceof Refusal) return String(refusal.code)
    throw refusal
  }
}
