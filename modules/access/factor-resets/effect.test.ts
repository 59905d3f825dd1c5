import { expect, test } from 'vitest'
import { effectFrom, waitingHours } from './factor-resets.domain.ts'

test('a reset takes effect half a day after its approval', () => {
  expect(waitingHours).toBe(12)
  expect(effectFrom(new Date('2026-11-23T18:30:00Z'))).toBe('2026-11-24T06:30:00.000Z')
})
