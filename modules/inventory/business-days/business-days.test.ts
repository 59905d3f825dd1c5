import { expect, test } from 'vitest'
import { dateOfMove } from './business-days.domain.ts'

test.each<[what: string, date: string, of: Parameters<typeof dateOfMove>]>([
  ['a move takes the latest day of its drawers, in any order', '24', [['24', '23'], '24']],
  ['a vault goes by the drawer, also after midnight', '23', [['23'], '24']],
  ['what no drawer touches is of today', '24', [[], '24']],
  ['an entry of the 24th is not reversed on the 23rd', '24', [['23'], '24', '24']],
  ['a reversal takes the later day of its drawers', '25', [['25', '24'], '25', '23']],
  ['an opening is reversed today, and not before it', '24', [[], '24', '20']],
])('%s', (_, date, of) => {
  expect(dateOfMove(...of)).toBe(date)
})
