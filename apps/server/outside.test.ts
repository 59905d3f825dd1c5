import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFetch, isInside } from './outside.ts'

/** A server of the house on this machine, with what it was asked. */
function houseServer(listener: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '')
    listener(request, reply)
  })
  return { server, asked }
}
const listen = ({ server }: ReturnType<typeof houseServer>) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )

let leads = ''
const secret = houseServer((_request, reply) => reply.end('secret'))
const mirror = houseServer((request, reply) =>
  request.url === '/leads' ? reply.writeHead(302, { location: leads }).end() : reply.end('list'),
)
let inner: number
let origin: string
let get: (address: string) => ReturnType<ReturnType<typeof createFetch>>

beforeAll(async () => {
  inner = await listen(secret)
  origin = `http://127.0.0.1:${await listen(mirror)}`
  const fetch = createFetch([`${origin}/un.xml`, `${origin}/leads`, ''])
  get = (address) => fetch(address, { signal: AbortSignal.timeout(5000) })
})
afterAll(() => {
  secret.server.close()
  mirror.server.close()
})
beforeEach(() => {
  secret.asked.length = 0
})

describe('an address inside the house', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:FFFF:7F00:0001]',
    '[::127.0.0.1]',
  ])('is not asked, written as %s', async (host) => {
    await expect(get(`http://${host}:${inner}/`)).rejects.toMatchObject({ code: 'ADDRESS_INSIDE' })
    expect(secret.asked).toEqual([])
  })

  test('is asked where the operator set it, and leads to no other origin', async () => {
    expect(await text((await get(`${origin}/un.xml`)).body)).toBe('list')
    // The same house by an address that somebody else typed.
    await expect(get(`${origin}/other`)).rejects.toMatchObject({ code: 'ADDRESS_INSIDE' })
    leads = '/other'
    expect(await text((await get(`${origin}/leads`)).body)).toBe('list')
    for (leads of [`http://127.0.0.1:${inner}/`, `http://localhost:${inner}/`])
      await expect(get(`${origin}/leads`)).rejects.toMatchObject({ code: 'ADDRESS_INSIDE' })
    expect(secret.asked).toEqual([])
  })

  test('is none that was led on to for ever, or to something else than the web', async () => {
    for (leads of ['/leads', 'file:///etc/hosts', 'data:,x'])
      await expect(get(`${origin}/leads`)).rejects.toThrow('Led')
  })
})

describe.each([
  [
    'a private network',
    ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fd00:ec2::254', 'fc00::1'],
  ],
  [
    'this machine or link',
    ['0.1.2.3', '127.8.9.1', '169.254.169.254', '::', '::1', 'fe80::1', 'fe80::1%eth0'],
  ],
  [
    'a carrier or a protocol',
    ['100.64.0.1', '192.0.0.8', '2001::1', '2001:1ff:ffff::1', '100::1', '5f00::1'],
  ],
  ['documentation', ['192.0.2.1', '198.51.100.9', '203.0.113.255', '2001:db8::1', '3fff:fff::1']],
  ['benchmarking', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
  [
    'multicast, broadcast or reserved',
    ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  ],
  ['a relay of 6to4', ['192.88.99.1', '2002:a00:1::', '2002:808:808::1']],
  [
    'IPv4 as IPv6 writes it',
    ['::ffff:10.0.0.1', '::ffff:8.8.8.8', '::FFFF:0808:0808', '::8.8.8.8', '::ffff:0:8.8.8.8'],
  ],
  [
    'behind a translator',
    ['64:ff9b::a9fe:a9fe', '64:ff9b::10.0.0.1', '64:ff9b::192.0.2.1', '64:ff9b:1::808:808'],
  ],
  ['given to nobody', ['4000::1', '9000::1', 'e000::1', 'fec0::1', 'not an address']],
])('of %s', (_what, addresses) => {
  test.each(addresses)('%s is inside', (address) => {
    expect(isInside(address)).toBe(true)
  })
})

test.each([
  '172.32.0.1',
  '8.8.8.8',
  '192.0.1.1',
  '198.20.0.1',
  '223.255.255.255',
  '64:ff9b::808:808',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is not inside', (address) => {
  expect(isInside(address)).toBe(false)
})
