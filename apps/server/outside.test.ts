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
  test.each(['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])(
    'is not asked, written as %s',
    async (host) => {
      await expect(get(`http://${host}:${inner}/`)).rejects.toMatchObject({ code: 'ADDRESS_INSIDE' })
      expect(secret.asked).toEqual([])
    },
  )

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

test.each([
  ['10.1.2.3', true],
  ['100.64.0.1', true],
  ['169.254.169.254', true],
  ['172.31.255.255', true],
  ['192.168.0.1', true],
  ['255.255.255.255', true],
  ['::ffff:10.0.0.1', true],
  ['64:ff9b::a9fe:a9fe', true],
  ['fd00:ec2::254', true],
  ['fe80::1', true],
  ['172.32.0.1', false],
  ['8.8.8.8', false],
  ['64:ff9b::808:808', false],
  ['2606:4700:4700::1111', false],
])('%s is inside: %s', (address, expected) => {
  expect(isInside(address)).toBe(expected)
})
