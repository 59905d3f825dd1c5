import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { testDatabase } from '#kit/test/database.ts'
import { someone, testHttp } from '#kit/test/http.ts'
import { serve } from './module.server.ts'

const Done = z.strictObject({ done: z.boolean() })
const contract = {
  enter: read({
    path: '/test/enter',
    method: 'POST',
    permission: 'anyone',
    limit: { max: 3, seconds: 60 },
    output: Done,
  }),
  keep: write({
    path: '/test/keep',
    kind: 'CREATE',
    permission: 'signedIn',
    upload: { maxBytes: 1000, types: ['text/plain'] },
    output: Done,
  }),
}
const answer = () => Promise.resolve({ done: true })
const router = serve(contract, { enter: answer, keep: answer })
const company = randomUUID()
const [one, two] = [someone(company), someone(company)]

let app: Awaited<ReturnType<typeof testHttp>>
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  app = await testHttp((await testDatabase()).runtime, router, [one, two], { bodyTimeout: 300 })
  port = Number(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => app.close())

/** A call of which the server has the head and the first bytes, and never the rest. */
async function unfinished(path: string, headers: string, body: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket.on('error', () => undefined))
  await once(socket, 'connect')
  const head = `POST /api${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\nExpect: 100-continue\r\n${headers}\r\n\r\n`
  socket.write(head)
  // The server has looked at the head when it asks for the rest.
  await once(socket, 'data')
  socket.write(body)
  return socket
}

test('a body that never ends takes no place in the limit of its address, and is not waited for', async () => {
  const slow = await Promise.all(
    Array.from({ length: 5 }, () => unfinished('/test/enter', 'Content-Type: application/json', '{')),
  )
  const cut = slow.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  const enter = async () => (await app.post('/test/enter', undefined)).status
  expect([await enter(), await enter(), await enter(), await enter()]).toEqual([200, 200, 200, 429])
  await Promise.all(cut)
})

test('one user has six uploads under way at most, and a broken one makes room', async () => {
  const form = (who: typeof one) =>
    `Authorization: Bearer ${who.sessionId}\r\nContent-Type: multipart/form-data; boundary=B`
  const part = '--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc'
  const keep = (who: typeof one) =>
    app.http.inject({
      method: 'POST',
      url: '/api/test/keep',
      headers: {
        authorization: `Bearer ${who.sessionId}`,
        'content-type': 'multipart/form-data; boundary=B',
      },
      payload: `${part}\r\n--B--\r\n`,
    })
  for (let n = 0; n < 6; n++) await unfinished('/test/keep', form(one), part)
  await expect.poll(async () => (await keep(one)).statusCode).toBe(429)
  expect((await keep(one)).json()).toMatchObject({
    code: 'TOO_MANY_UPLOADS',
    message: expect.stringContaining('6 uploads') as unknown,
  })
  expect((await keep(two)).statusCode).toBe(200)
  sockets.shift()?.destroy()
  await expect.poll(async () => (await keep(one)).statusCode).toBe(200)
})
