import { expect, test } from 'vitest'
import * as z from 'zod'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { actionsOf } from './crud.contract.ts'

test('an action takes a note only where its row of the workflow has one', () => {
  const flow = workflow({
    initial: 'open',
    states: { open: {}, shut: { final: true } },
    actions: {
      keep: { from: ['open'], to: 'open', permission: 'view_users' },
      shut: { from: ['open'], to: 'shut', permission: 'view_users', note: 'required' },
    },
  })
  const { keep, shut } = actionsOf(flow, { path: '/test', row: z.object({}) })
  const input = { id: crypto.randomUUID(), version: 1, note: 'Because' }
  expect(shut.input.parse(input)).toEqual(input)
  expect(keep.input.safeParse(input).success).toBe(false)
})
