import { expect, test } from 'vitest'
import { clockText, timeText } from './clock.domain.ts'

test('a moment is shown as dd/MM/yyyy HH:mm by the clock of a time zone', () => {
  const kl = 'Asia/Kuala_Lumpur'
  expect(clockText(kl, '2026-03-05T06:30:59.999Z')).toBe('05/03/2026 14:30')
  expect(clockText(kl, '2026-03-05T16:05:00Z')).toBe('06/03/2026 00:05')
  expect(clockText('America/New_York', new Date('2026-07-01T16:00:00Z'))).toBe('01/07/2026 12:00')
  expect(clockText('Asia/Kathmandu', '2026-12-31T18:15:00Z')).toBe('01/01/2027 00:00')
  expect(clockText('Asia/Ho_Chi_Minh', '2026-03-05T06:30:00Z', 'short')).toBe('05/03/2026 13:30 GMT+7')
  expect(timeText(kl, '2026-03-05T16:05:00Z')).toBe('00:05')
})
