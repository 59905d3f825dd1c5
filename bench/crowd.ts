import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { dealOf, type House, type Teller } from './counter-house.ts'
import { root } from './tools.ts'

/** Tellers who deal at once, each under its key until somebody answers, and what they heard. */
export interface Crowd {
  /** Numbers of the deals that were answered. */
  answered: string[]
  asked: () => number
  repeated: () => number
  refused: ReadonlyMap<string, number>
  /** Waits until so many more were answered. */
  more: (count: number) => Promise<void>
  /** Nobody begins another deal; settles when each that was begun is answered. */
  stop: () => Promise<void>
}

/** Lets every teller of a house deal until they are told to stop. */
export function gather({ tellers, dollars }: House): Crowd {
  const answered: string[] = []
  const refused = new Map<string, number>()
  let [begun, repeated] = [0, 0]
  const over = new AbortController()
  async function make(teller: Teller): Promise<void> {
    const [deal, key] = [dealOf(dollars, begun++), randomUUID()]
    for (;;) {
      try {
        const { status, body } = await teller.call('/postransaction/manage/create', deal, key)
        if (status === 200) return void answered.push((body as { number: string }).number)
        const code = `${status} ${(body as { code: string }).code}`
        refused.set(code, (refused.get(code) ?? 0) + 1)
        if (status === 401) await teller.sit()
      } catch {
        // Nobody there.
      }
      repeated++
      await pause(50)
    }
  }
  const working = tellers.map(async (teller) => {
    while (!over.signal.aborted) await make(teller)
  })
  return {
    answered,
    asked: () => begun,
    repeated: () => repeated,
    refused,
    async more(count) {
      const before = answered.length
      while (answered.length - before < count) await pause(20)
    },
    async stop() {
      over.abort()
      await Promise.all(working)
    },
  }
}

/** Asks the owner of a database, in every company. */
export async function ask<T extends object>(
  owner: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client(owner)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set row_security = off')
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

const commands = ['check', 'replay', 'verify'] as const

/** What `npm run agio -- ledger …` says of the books, also while deals are made. Prints what is not clean. */
export async function books(env: Record<string, string>): Promise<string> {
  const said: string[] = []
  for (const what of commands) {
    const child = spawn(process.execPath, [join(root, 'apps/server/cli.ts'), 'ledger', what], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += String(chunk)))
    const status = await new Promise((resolve) => child.once('close', resolve))
    if (status !== 0) process.stdout.write(`ledger ${what}:\n${output}\n`)
    said.push(`${what} ${status === 0 ? 'clean' : 'NOT CLEAN'}`)
  }
  return said.join(', ')
}

/** How many answered deals are not there once, and how many are there that nobody heard of. */
export async function compare(owner: pg.ClientConfig, { answered }: Crowd) {
  const rows = await ask<{ number: string }>(owner, 'select number from exchange.deal')
  const count = Map.groupBy(rows, ({ number }) => number)
  const known = new Set(answered)
  return {
    notOnce: answered.filter((number) => count.get(number)?.length !== 1).length,
    unknown: rows.filter(({ number }) => !known.has(number)).length,
  }
}

interface Held {
  itemId: string
  hand: string
}

/** What lies in a drawer, as somebody who counts it in the smallest notes and coins would say it. */
export async function countOf(owner: pg.ClientConfig, counterId: string) {
  const held = await ask<Held>(
    owner,
    `select h.item_id as "itemId", h.on_hand::text as hand from ledger.holding h
     where h.counter_id = $1 and h.on_hand <> 0`,
    [counterId],
  )
  return held.map(({ itemId, hand }) => {
    const cents = Math.round(Number(hand) * 100)
    const pieces = [
      { kind: 'note', faceValue: '100', count: Math.floor(cents / 10_000) },
      { kind: 'note', faceValue: '1', count: Math.floor((cents % 10_000) / 100) },
      { kind: 'coin', faceValue: '0.05', count: (cents % 100) / 5 },
    ]
    return { itemId, pieces: pieces.filter(({ count }) => count > 0) }
  })
}
