import { describe, expect, test } from 'vitest'
import { allowedActions, decide } from './document.domain.ts'
import { Refusal } from './refusal.domain.ts'
import { workflow } from './workflow.domain.ts'

const flow = workflow({
  initial: 'draft',
  states: { draft: {}, waiting: {}, done: { final: true } },
  actions: {
    make: {
      from: [null],
      to: ['draft', 'waiting'],
      becomes: ({ maker }: { maker: string }) => (maker === '' ? 'draft' : 'waiting'),
      permission: 'make',
    },
    print: {
      from: ['done'],
      permission: 'make',
      illegal: 'NOT_DONE',
      guard: (_: object, { name }: { name: string }) =>
        name === 'anna' ? new Refusal('NOBODY', {}, { kind: 'conflict' }) : undefined,
    },
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
const who = (name: string, ...permissions: string[]) => ({
  userId: name,
  name,
  permissions: new Set(permissions),
})
const bela = who('bela', 'make', 'check')
const at = '2026-03-01T08:00:00.000Z'
const now = new Date(at)
const row = (state: string) => ({ state, maker: 'anna' })

describe('a document', () => {
  test('offers what the state, the permissions and the guard allow', () => {
    expect(allowedActions(flow, row('draft'), who('bela', 'make', 'check'))).toEqual(['send'])
    expect(allowedActions(flow, row('waiting'), who('bela', 'make', 'check'))).toEqual(['approve', 'reject'])
    expect(allowedActions(flow, row('waiting'), who('anna', 'check'))).toEqual(['reject'])
    expect(allowedActions(flow, row('waiting'), who('bela', 'manage'))).toEqual(['approve'])
    expect(allowedActions(flow, row('done'), who('bela', 'make', 'check'))).toEqual(['print'])
    expect(allowedActions(flow, row('done'), who('anna', 'make', 'check'))).toEqual([])
  })

  test('goes on, with a line of its history', () => {
    expect(decide(flow, row('draft'), { act: 'send' }, { actor: bela, now })).toEqual({
      next: { state: 'waiting' },
      event: {
        act: 'send',
        fromState: 'draft',
        toState: 'waiting',
        byId: 'bela',
        byName: 'bela',
        at,
        note: '',
      },
    })
    const rejected = decide(flow, row('waiting'), { act: 'reject', note: 'wrong rate' }, { actor: bela, now })
    expect(rejected).toMatchObject({ next: { state: 'draft' }, event: { note: 'wrong rate' } })
    expect(decide(flow, { state: null, maker: '' }, { act: 'make' }, { actor: bela, now }).next.state).toBe(
      'draft',
    )
    const ready = { state: null, maker: 'anna' }
    expect(decide(flow, ready, { act: 'make' }, { actor: bela, now }).next.state).toBe('waiting')
    expect(decide(flow, row('done'), { act: 'print' }, { actor: bela, now }).next.state).toBe('done')
  })

  test('refuses: without a permission, from another state, by its guard, without the note it needs', () => {
    const refused = (
      state: string,
      act: 'approve' | 'print' | 'reject' | 'send',
      by = bela,
      note?: string,
    ) => {
      try {
        return decide(flow, row(state), { act, note }, { actor: by, now })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { code, kind, data, fields } = error
        return { code, kind, data, fields }
      }
    }
    const note = [{ field: 'note', code: 'REQUIRED' }]
    expect(refused('waiting', 'reject', bela, ' ')).toMatchObject({ code: 'INVALID', fields: note })
    expect(refused('waiting', 'reject')).toMatchObject({ code: 'INVALID', kind: 'invalid' })
    expect(refused('waiting', 'approve', who('anna', 'check'))).toMatchObject({ code: 'OWN_WORK' })
    expect(refused('draft', 'approve')).toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      kind: 'conflict',
      data: { state: 'draft', action: 'approve' },
    })
    expect(refused('draft', 'print')).toMatchObject({ code: 'NOT_DONE', kind: 'business' })
    expect(refused('done', 'print', who('anna', 'make'))).toMatchObject({ code: 'NOBODY', kind: 'conflict' })
    expect(refused('draft', 'send', who('bela', 'check'))).toMatchObject({
      code: 'FORBIDDEN',
      kind: 'forbidden',
    })
  })
})
