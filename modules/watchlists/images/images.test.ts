import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { keepList } from '../lists/keep.server.ts'
import { newest } from '../lists/lists.queries.ts'
import { openList } from './images.server.ts'

let app: TestApp
let companyId: string
const folder = mkdtempSync(join(tmpdir(), 'agio-images-'))

beforeAll(async () => {
  app = await testApp({ lists: false })
  companyId = (await app.signIn('admin')).login.company.companyId
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const acting = <T>(work: Parameters<typeof runAct<T>>[3]) =>
  runAct(app.services.db, { companyId, userId: null, name: 'Somebody' }, 'screening.test', work)

/** Keeps a list of so many, the last of whom has a name of their own; answers the version. */
async function kept(count: number, last: string): Promise<string> {
  const path = join(folder, 'own.csv')
  const lines = Array.from({ length: count - 1 }, (_, at) => `${at},Someone Numbered ${at}`)
  writeFileSync(path, ['id,name', ...lines, `last,${last}`].join('\n'))
  await acting((tx) => keepList(tx, { path, own: 'swapped', source: 'own.csv', now: new Date() }))
  const version = await inCompany(companyId, () => newest(app.services.db, 'own-swapped'))
  return version?.id ?? ''
}

test('while a new version is indexed the one before answers, and the index outlives whoever asked for it', async () => {
  const find = (id: string, name: string) =>
    acting(async (tx) => {
      const { version, searcher } = await openList(tx, id)
      const { length } = searcher.search({ name, schema: 'person' }, 10)
      return { number: version.number, isFound: length > 0 }
    })
  const first = await kept(5, 'Ottoline Quenby')
  expect(await find(first, 'Ottoline Quenby')).toEqual({ number: 1, isFound: true })
  const second = await kept(5000, 'Barnaby Threlkeld')
  // Nobody waits long for it: this one is answered by either.
  const { number, isFound } = await find(second, 'Barnaby Threlkeld')
  expect(isFound).toBe(number === 2)
  await expect
    .poll(() => find(second, 'Barnaby Threlkeld'), { timeout: 30_000 })
    .toEqual({
      number: 2,
      isFound: true,
    })
})

test('whoever waits for a version that another began, and did not finish, begins it anew', async () => {
  const id = await kept(4000, 'Peregrine Ashdown')
  const broken = acting(async (tx) => {
    openList(tx, id, { isNewest: true }).catch(() => undefined)
    await Promise.reject(new Error('ended early'))
  })
  await expect(broken).rejects.toThrow('ended early')
  const { version } = await acting((tx) => openList(tx, id, { isNewest: true }))
  expect(version.id).toBe(id)
})
