import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#kit/test/database.ts'
import { openDatabase } from './database.server.ts'
import type { Connection } from '#apps/server/embedded.ts'
import { prepare } from './prepare.server.ts'

/** The whole messages of a stream of PostgreSQL's protocol, each with its type and length. */
function messagesOf(given: (message: Buffer) => void, hasType = () => true) {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = hasType() ? 1 : 0
      if (rest.length < head + 4) return
      const size = head + rest.readInt32BE(head)
      if (rest.length < size) return
      const message = rest.subarray(0, size)
      rest = rest.subarray(size)
      given(message)
    }
  }
}

interface Server {
  socket: Socket
  /** What it said before its first query could be sent: parameters, then that it is ready. */
  greeting: Buffer[]
  client?: Socket | undefined
}

const readyForQuery = 'Z'.charCodeAt(0)
const backendKey = 'K'.charCodeAt(0)
const idle = 'I'.charCodeAt(0)

/**
 * A small pooler before a PostgreSQL on a Unix socket: in mode `transaction` it gives a connection to whoever asks next as soon
 * as no transaction is open, the one that was used last or, with `fair`, the one that has rested longest.
 */
async function startPooler(
  target: Connection,
  { mode, servers, fair = false }: { mode: 'transaction' | 'session'; servers: number; fair?: boolean },
): Promise<{ as: (user: string) => Connection; stop(): Promise<void> }> {
  const all: Server[] = []
  const free: Server[] = []
  const waiting: { client: Socket; unsent: Buffer[] }[] = []

  const give = (server: Server) => {
    server.client = undefined
    const next = waiting.shift()
    if (!next) return void free.push(server)
    server.client = next.client
    for (const message of next.unsent) server.socket.write(message)
  }
  const open = (startup: Buffer) =>
    new Promise<Server>((resolve) => {
      const socket = connect(join(target.host, `.s.PGSQL.${target.port}`))
      const server: Server = { socket: socket.on('error', () => undefined), greeting: [] }
      let isReady = false
      const read = messagesOf((message) => {
        if (isReady) server.client?.write(message)
        else server.greeting.push(message)
        if (message[0] !== readyForQuery) return
        if (!isReady) {
          isReady = true
          resolve(server)
        } else if (message[5] === idle && mode === 'transaction') give(server)
      })
      socket.on('data', read)
      socket.write(startup)
      all.push(server)
    })
  const forward = (client: Socket, message: Buffer) => {
    const held = all.find((server) => server.client === client)
    if (held) return void held.socket.write(message)
    const queued = waiting.find((one) => one.client === client)
    if (queued) return void queued.unsent.push(message)
    const server = fair ? free.shift() : free.pop()
    if (!server) return void waiting.push({ client, unsent: [message] })
    server.client = client
    return void server.socket.write(message)
  }
  const fill = async (client: Socket, startup: Buffer) => {
    if (mode === 'session') (await open(startup)).client = client
    else while (all.length < servers) free.push(await open(startup))
  }
  let opening: Promise<unknown> = Promise.resolve()
  const greet = async (client: Socket, startup: Buffer) => {
    opening = opening.then(() => fill(client, startup))
    await opening
    // A key of its own, as every pooler gives.
    const key = Buffer.from([backendKey, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 2])
    for (const message of all[0]?.greeting ?? []) client.write(message[0] === backendKey ? key : message)
  }
  const tcp = createServer((client) => {
    let isStarted = false
    const read = messagesOf(
      (message) => {
        if (isStarted) return message[0] === 'X'.charCodeAt(0) ? undefined : forward(client, message)
        isStarted = true
        return void greet(client, message)
      },
      () => isStarted,
    )
    client.on('error', () => undefined).on('data', read)
  })
  const port = await new Promise<number>((resolve) => {
    tcp.listen(0, '127.0.0.1', () => resolve((tcp.address() as { port: number }).port))
  })
  return {
    as: (user) => ({ ...target, host: '127.0.0.1', port, user }),
    async stop() {
      for (const { socket } of all) socket.destroy()
      await new Promise((resolve) => tcp.close(resolve))
    },
  }
}

const migrationsDir = join(import.meta.dirname, '../../db/migrations')

async function behind(options: Parameters<typeof startPooler>[1]) {
  const { name } = await testDatabase()
  const target = { ...inject('database').runtime, database: name }
  const pooler = await startPooler(target, options)
  onTestFinished(() => pooler.stop())
  return pooler.as(target.user)
}

const select = async (connection: Connection) => {
  const database = openDatabase({ ...connection, max: 2 })
  onTestFinished(() => database.close())
  return (await sql<{ n: number }>`select 1 as n`.execute(database.db)).rows
}

test.each([
  { servers: 1 },
  { servers: 2 },
  { servers: 5 },
  { servers: 2, fair: true },
  { servers: 3, fair: true },
  { servers: 5, fair: true },
  { servers: 20, fair: true },
])('a pooler in transaction mode is refused, of %o', async (options) => {
  const runtime = await behind({ mode: 'transaction', ...options })
  const refusal = /^DATABASE_URL leads through a pooler in transaction mode[^\n]+\.$/
  await expect(prepare({ runtime }, migrationsDir)).rejects.toThrow(refusal)
  // Also where it was put in after the start.
  await expect(select(runtime)).rejects.toThrow('in transaction mode')
})

test('a pooler in session mode serves', async () => {
  const runtime = await behind({ mode: 'session', servers: 0 })
  await prepare({ runtime }, migrationsDir)
  expect(await select(runtime)).toEqual([{ n: 1 }])
})
