import { expect, test } from 'vitest'
import { documentKey } from './entity.domain.ts'

test('document numbers are the same however they are set', () => {
  expect(documentKey(' ab-12 345/6 ')).toBe(documentKey('ＡＢ123456'))
  expect(documentKey('—')).toBe('')
})
