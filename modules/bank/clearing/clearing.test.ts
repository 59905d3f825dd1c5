import { expect, test } from 'vitest'
import { openFrom } from './clearing.domain.ts'

const item = (entryId: string, on: string, reversesId: string | null = null) => ({ entryId, on, reversesId })

test('a later reconciliation reads from the first day with something outstanding', () => {
  expect(openFrom([], '2026-02-01')).toBe('2026-02-01')
  expect(openFrom([item('A', '2026-01-20'), item('B', '2026-01-05')], '2026-02-01')).toBe('2026-01-05')
})

test('entries that undo one another keep no day open, and are never parted by it', () => {
  const early = [item('A', '2025-03-01'), item('B', '2025-03-02', 'A')]
  expect(openFrom([...early, item('C', '2026-01-20')], '2026-02-01')).toBe('2026-01-20')
  const across = [item('D', '2026-01-18'), item('E', '2026-01-25', 'D')]
  const chained = [item('F', '2026-01-10'), item('G', '2026-01-19', 'F')]
  expect(openFrom([...early, ...chained, ...across, item('C', '2026-01-20')], '2026-02-01')).toBe(
    '2026-01-10',
  )
})
