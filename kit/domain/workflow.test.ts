import { describe, expect, test } from 'vitest'
import { workflow } from './workflow.domain.ts'

describe('a workflow', () => {
  test('stops the program where a state cannot be reached, cannot be left, or is final and left', () => {
    const table = (states: object, from: string, to: string) => () =>
      workflow({
        initial: 'a',
        states: states as Record<'a' | 'b', object>,
        actions: { go: { from: [from as 'a'], to: to as 'b', permission: '' } },
      })
    expect(table({ a: {}, b: { final: true } }, 'a', 'b')).not.toThrow()
    expect(table({ a: {}, b: {}, c: { final: true } }, 'a', 'b')).toThrow(
      "Workflow: state 'b' is not final and cannot be left",
    )
    expect(table({ a: {}, b: { final: true } }, 'b', 'b')).toThrow("Workflow: state 'a' is not final")
    expect(table({ a: {}, c: { final: true } }, 'a', 'a')).toThrow("Workflow: state 'c' cannot be reached")
    expect(table({ a: { final: true } }, 'a', 'a')).toThrow(
      "Workflow: state 'a' is final, and left by an action",
    )
    // Reached through one that is named after it.
    expect(() =>
      workflow({
        initial: 'a',
        states: { a: {}, b: {}, c: { final: true } },
        actions: {
          second: { from: ['b'], to: 'c', permission: '' },
          first: { from: ['a'], to: 'b', permission: '' },
        },
      }),
    ).not.toThrow()
  })
})
