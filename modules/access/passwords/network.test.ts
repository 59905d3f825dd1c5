import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networkOf } from './network.domain.ts'

describe('attempts are counted', () => {
  test('for an IPv4 address itself, also where it comes as one of IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(networkOf(address)).toBe(address)
        expect(networkOf(`::ffff:${address}`)).toBe(address)
        expect(networkOf(`::FFFF:${address}`)).toBe(address)
      }),
    )
    expect(networkOf('unknown')).toBe('unknown')
  })

  test('for the first 64 bits of IPv6, however they are written', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 8, maxLength: 8 }),
        fc.nat(7),
        fc.nat(8),
        (groups, from, length) => {
          const written = groups.map((one) => one.toString(16))
          const network = `${written.slice(0, 4).join(':')}::/64`
          expect(networkOf(written.join(':'))).toBe(network)
          expect(networkOf(written.map((one) => one.padStart(4, '0').toUpperCase()).join(':'))).toBe(network)
          const to = Math.min(8, from + Math.max(1, length))
          const short = `${written.slice(0, from).join(':')}::${written.slice(to).join(':')}`
          const whole = written.map((one, at) => (at >= from && at < to ? '0' : one))
          expect(networkOf(short)).toBe(`${whole.slice(0, 4).join(':')}::/64`)
        },
      ),
    )
    // Two groups behind the mark of IPv4 are none of its addresses.
    expect(networkOf('::ffff:0')).toBe('0:0:0:0::/64')
    expect([networkOf('::1'), networkOf('2001:db8::'), networkOf('1:2:3:4:5:6:7:8')]).toEqual([
      '0:0:0:0::/64',
      '2001:db8:0:0::/64',
      '1:2:3:4::/64',
    ])
  })
})
