import { expect, test } from 'vitest'
import { text } from './texts.server.ts'

test('an amount in a text is grouped where the text says so, and what is no number stays as it is', () => {
  const say = (left: string) => text('en', 'refusals.LINE_LEFT', { left, text: 'Deposit 20260331' })
  expect(say('12345.60')).toContain('12,345.60 of the line is left (Deposit 20260331).')
  expect(say('n/a')).toContain('n/a of the line is left')
})
