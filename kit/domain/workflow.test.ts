import { describe, expect, test } from 'vitest'
import { allowedActions, nextState, workflow } from './workflow.domain.ts'

const flow = workflow({
  initial: 'draft',
  states: { draft: {}, waiting: {}, done: { final: true } },
  actions: {
    send: { from: ['draft'], to: 'waiting', permission: 'make' },
    approve: {
      from: ['waiting'],
      to: 'done',
      permission: ['check', 'manage'],
      guard: ({ maker }: { maker: string }, { name }: { name: string }) =>
        maker === name ? 'OWN_WORK' : undefined,
    },
    reject: { from: ['waiting'], to: 'draft', permission: 'check', note: 'required' },
  },
})
const who = (name: string, ...permissions: string[]) => ({ name, permissions: new Set(permissions) })
const row = (state: string) => ({ state, maker: 'anna' })

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
    expect(table({ a: { final: true } }, 'a', 'a')).toThrow("Workflow: final state 'a' is left by an action")
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

  test('offers what the state, the permissions and the guard allow', () => {
    expect(allowedActions(flow, row('draft'), who('bela', 'make', 'check'))).toEqual(['send'])
    expect(allowedActions(flow, row('waiting'), who('bela', 'make', 'check'))).toEqual(['approve', 'reject'])
    expect(allowedActions(flow, row('waiting'), who('anna', 'check'))).toEqual(['reject'])
    expect(allowedActions(flow, row('waiting'), who('bela', 'manage'))).toEqual(['approve'])
    expect(allowedActions(flow, row('done'), who('bela', 'make', 'check'))).toEqual([])
  })

  test('goes on, or refuses: without a permission, from another state, by its guard, without the note it needs', () => {
    const bela = who('bela', 'make', 'check')
    expect(nextState(flow, row('draft'), 'send', bela)).toBe('waiting')
    expect(nextState(flow, row('waiting'), 'approve', bela, undefined)).toBe('done')
    expect(nextState(flow, row('waiting'), 'reject', bela, 'wrong rate')).toBe('draft')
    expect(() => nextState(flow, row('waiting'), 'reject', bela, ' ')).toThrow(
      expect.objectContaining({ code: 'INVALID', fields: [{ field: 'note', code: 'REQUIRED' }] }),
    )
    expect(() => nextState(flow, row('waiting'), 'reject', bela)).toThrow(
      expect.objectContaining({ code: 'INVALID' }),
    )
    expect(() => nextState(flow, row('waiting'), 'approve', who('anna', 'check'))).toThrow(
      expect.objectContaining({ code: 'OWN_WORK' }),
    )
    expect(() => nextState(flow, row('draft'), 'approve', bela)).toThrow(
      expect.objectContaining({ code: 'ILLEGAL_TRANSITION', data: { state: 'draft', action: 'approve' } }),
    )
    expect(() => nextState(flow, row('draft'), 'send', who('bela', 'check'))).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN' }),
    )
  })
})
