import { expect, test } from 'vitest'
import { gateRight } from './deal-workflow.domain.ts'
import { type DealRecord, mayRelease } from './deal-view.server.ts'
import type { DealParts } from './deals.queries.ts'

test('who decides on a deal before it is settled may let go what another has stopped; who only reverses may not', () => {
  const row = { isOnHold: true, makerId: 'maker' } as DealRecord
  const events = [
    { act: 'create', byId: 'maker' },
    { act: 'hold', byId: 'officer' },
  ] as DealParts['events']
  const may = (kind: Parameters<typeof gateRight>[0]) =>
    mayRelease(row, events, {
      userId: 'another',
      selves: new Set(['another']),
      permissions: new Set([gateRight(kind)]),
    })
  expect([may('authorization'), may('limit'), may('rba'), may('reversal')]).toEqual([true, true, true, false])
})
