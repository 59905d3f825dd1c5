import { expect, test } from 'vitest'
import { inThread } from './thread.server.ts'

/** A module for a thread. */
const moduleOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
async function read(code: string, seconds: number, pause = 0): Promise<unknown[]> {
  const pieces: unknown[] = []
  for await (const piece of inThread(moduleOf(code), 3, { megabytes: 64, seconds })) {
    pieces.push(piece)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return pieces
}
const slow = { name: 'Refusal', code: 'READER_SLOW', data: { minutes: 1 } }

test('a reader that loops for ever is ended and named', async () => {
  const endless = 'export async function* run(n) { yield n; for (;;); }'
  await expect(read(endless, 0.5)).rejects.toMatchObject(slow)
})

test('a reader that only ever waits is ended and named', async () => {
  const waiting =
    'export async function* run(n) { yield n; await new Promise(() => setInterval(() => 0, 9)) }'
  await expect(read(waiting, 0.5)).rejects.toMatchObject(slow)
})

test('a reader that gives a piece now and then has no more time than one that gives none', async () => {
  const drop = 'const until = performance.now() + 200; while (performance.now() < until);'
  const dripping = `export async function* run(n) { for (;;) { ${drop} yield n } }`
  await expect(read(dripping, 1)).rejects.toMatchObject(slow)
})

test('a reader has its time for itself, however long whoever asked takes over a piece', async () => {
  expect(await read('export async function* run(n) { yield n; yield n; yield n }', 2, 800)).toEqual([3, 3, 3])
})
