import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  daysBefore,
  groupedCode,
  passkeySite,
  plainCode,
  recoveryLetters,
  settledDays,
  timeStepAt,
} from './proofs.domain.ts'

describe('passkeys belong', () => {
  test('to a host name with https, or to localhost', () => {
    const site = (url: string) => {
      const found = passkeySite(url)
      return 'why' in found ? found.why : `${found.rpId} ${found.origin}`
    }
    expect(site('https://agio.example/app')).toBe('agio.example https://agio.example')
    expect(site('http://agio.example')).toBe('insecure')
    expect(site('http://localhost:8080')).toBe('localhost http://localhost:8080')
    expect(site('http://a.localhost')).toBe('a.localhost http://a.localhost')
    expect(site('http://notlocalhost')).toBe('insecure')
    for (const host of ['192.0.2.1', '[2001:db8::1]', '127.0.0.1'])
      expect(site(`https://${host}`)).toBe('address')
  })
})

test('a time step is every full thirty seconds since 1970', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (now) => {
      const step = timeStepAt(now)
      expect(step * 30_000).toBeLessThanOrEqual(now.getTime())
      expect((step + 1) * 30_000).toBeGreaterThan(now.getTime())
    }),
  )
})

test('two weeks before is the same time of day', () => {
  expect(daysBefore(new Date('2026-11-23T09:30:00Z'), settledDays)).toBe('2026-11-09T09:30:00.000Z')
})

test('a recovery code is the same as shown and as typed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...recoveryLetters.split('')), minLength: 24, maxLength: 24 }),
      (code) => {
        expect(groupedCode(code)).toMatch(/^(\w{4}-){5}\w{4}$/)
        expect(plainCode(` ${groupedCode(code).toLowerCase().replaceAll('-', ' – ')} `)).toBe(code)
      },
    ),
  )
  expect(recoveryLetters).not.toMatch(/[IO01]/)
})
