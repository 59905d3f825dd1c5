import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.server.ts'

const key = Buffer.alloc(32, 1)

test('a sealed secret opens with its key, for its user, and unchanged only', () => {
  const sealed = seal(key, 'JBSWY3DPEHPK3PXP', 'company/user')
  expect(unseal(key, sealed, 'company/user')).toBe('JBSWY3DPEHPK3PXP')
  expect(unseal(Buffer.alloc(32, 2), sealed, 'company/user')).toBeUndefined()
  expect(unseal(key, sealed, 'company/other')).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64url')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(unseal(key, changed.toString('base64url'), 'company/user'), `byte ${at}`).toBeUndefined()
  }
  expect(unseal(key, sealed.slice(0, 20), 'company/user')).toBeUndefined()
})

test('the same secret is never sealed alike twice', () => {
  const all = Array.from({ length: 100 }, () => seal(key, 'x', 'place'))
  expect(new Set(all).size).toBe(100)
})
