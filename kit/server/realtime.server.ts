import { setTimeout as pause } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { Actor } from './context.server.ts'
import { type Message, messageChannel } from './outbox.server.ts'

/** Close codes of ours: the session has ended; the access token ran out and a new one is wanted; too many tabs. */
const closeCodes = { sessionEnded: 4401, tokenExpired: 4408, tooMany: 4429 } as const
/** Sockets of one session on one server: one for each tab. */
const mostSockets = 30

interface Client {
  socket: WebSocket
  token: string
  actor: Actor
}

export interface Realtime {
  /** Registers `/api/ws`: the first message is `{ token }`, then the server sends `{ topic, data }`. */
  register(app: FastifyInstance): Promise<void>
  clients(): number
  stop(): Promise<void>
}

interface Options {
  connection: pg.ClientConfig
  authenticate: (token: string) => Promise<Actor | undefined>
  /** Milliseconds that a socket may live: as long as an access token. */
  lifetime: number
  log: Logger
  onMessage?: (message: Message & { companyId: string | null }) => void
}

const helloWithin = 5000
const ping = 30_000

/** One hub for each server process: LISTENs on its own connection, with reconnect, and hands messages to its sockets. */
export function createRealtime({ connection, authenticate, lifetime, log, onMessage }: Options): Realtime {
  const clients = new Set<Client>()
  const stopping = new AbortController()

  const deliver = (message: Message & { companyId: string | null }) => {
    onMessage?.(message)
    const text = JSON.stringify({ topic: message.topic, data: message.data })
    for (const { socket, actor } of clients) {
      if (actor.companyId !== message.companyId) continue
      if (message.userIds && !message.userIds.includes(actor.userId)) continue
      if (message.sessionIds && !message.sessionIds.includes(actor.sessionId)) continue
      socket.send(text)
      if (message.ends) socket.close(closeCodes.sessionEnded)
    }
  }

  // What was said while nobody listened is lost: so each socket is asked after by itself too.
  const recheck = async ({ socket, token }: Client) => {
    const actor = await authenticate(token).catch(() => 'unknown' as const)
    if (!actor) socket.close(closeCodes.sessionEnded)
  }

  const listen = async () => {
    while (!stopping.signal.aborted) {
      const client = new pg.Client(connection)
      const gone = new Promise<void>((resolve) => {
        client.once('end', resolve)
        client.on('error', () => resolve())
        stopping.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      try {
        await client.connect()
        client.on('notification', ({ payload }) =>
          deliver(JSON.parse(payload ?? '{}') as Parameters<typeof deliver>[0]),
        )
        await client.query(`listen ${messageChannel}`)
        for (const each of clients) void recheck(each)
        await gone
      } catch (error) {
        log.warn({ err: error }, 'waiting for notifications')
      }
      await client.end().catch(() => undefined)
      if (!stopping.signal.aborted)
        await pause(500, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const listening = listen()

  const socketsOf = (sessionId: string) =>
    [...clients].filter(({ actor }) => actor.sessionId === sessionId).length

  const welcome = (socket: WebSocket) => {
    let client: Client | undefined
    const timers = [setTimeout(() => client ?? socket.close(closeCodes.sessionEnded), helloWithin)]
    const beat = setInterval(() => {
      socket.ping()
      if (client) void recheck(client)
    }, ping)
    socket.on('close', () => {
      for (const timer of timers) clearTimeout(timer)
      clearInterval(beat)
      if (client) clients.delete(client)
    })
    // Only the first is judged: a flood of them would be a flood of signatures to check.
    socket.once('message', (raw: Buffer) => {
      void admit(raw, authenticate).then((admitted) => {
        if (!admitted) return socket.close(closeCodes.sessionEnded)
        if (socket.readyState !== socket.OPEN) return undefined
        if (socketsOf(admitted.actor.sessionId) >= mostSockets)
          return socket.close(closeCodes.tooMany, `At most ${mostSockets} open tabs get live updates.`)
        client = { socket, ...admitted }
        clients.add(client)
        const own = client
        timers.push(setTimeout(() => socket.close(closeCodes.tokenExpired), lifetime))
        // The session may have ended while we remembered that it was open.
        timers.push(setTimeout(() => void recheck(own), 1000))
        return socket.send(JSON.stringify({ topic: 'welcome', data: null }))
      })
    })
  }

  return {
    clients: () => clients.size,
    async register(app) {
      // What a stranger sends wrongly is no fault of ours, and may not fill the log.
      const errorHandler = (error: Error & { code?: string }, socket: WebSocket, request: FastifyRequest) => {
        if (!error.code?.startsWith('WS_ERR')) request.log.error({ err: error }, 'unexpected')
        socket.terminate()
      }
      await app.register(websocket, { options: { maxPayload: 4096 }, errorHandler })
      app.get('/ws', { websocket: true }, welcome)
    },
    async stop() {
      stopping.abort()
      for (const { socket } of clients) socket.close(1001)
      await listening
    },
  }
}

async function admit(
  raw: Buffer,
  authenticate: Options['authenticate'],
): Promise<Pick<Client, 'token' | 'actor'> | undefined> {
  try {
    const { token } = JSON.parse(raw.toString('utf8')) as { token?: unknown }
    const actor = typeof token === 'string' ? await authenticate(token) : undefined
    return actor && !actor.isProgram ? { token: token as string, actor } : undefined
  } catch {
    return undefined
  }
}
