import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#apps/server/app.ts'
import { checkDatabase } from '#apps/server/check.server.ts'
import { migrationsDir, runtimeUser } from '#apps/server/database.ts'
import { restore } from '#apps/server/restore.server.ts'
import { readSettings } from '#apps/server/settings.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { type Embedded, startEmbedded } from '#apps/server/embedded.ts'
import { prepare, withClient } from '#kit/server/prepare.server.ts'
import { lookAtDeals } from '#modules/exchange/public.server.ts'
import { renewKeys } from '#modules/customers/public.server.ts'
import { compareKept, lookAtBooks, replayBooks, verifyChain } from '#modules/ledger/public.server.ts'
import { companies } from '#modules/organisation/public.server.ts'

// A backup of each version that was given out, as it was made then: `agio db backup` of a demonstration of two days, named by its
// version. None is ever made anew.
const made = readdirSync(import.meta.dirname).flatMap(
  (file) => /^(\d+\.\d+\.\d+)\.tar\.gz$/.exec(file)?.[1] ?? [],
)
const changelog = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')
const given = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version = '']) => version)

let home: string
let embedded: Embedded
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'agio-earlier-'))
  embedded = await startEmbedded({ dataDir: home, durable: false })
})
afterAll(async () => {
  await embedded?.stop()
  rmSync(home, { recursive: true, force: true })
})

test('each version since 0.2.0, from which on data is kept, has its data here', () => {
  expect(made.toSorted()).toEqual(given.filter((version) => version !== '0.1.0').toSorted())
})

describe.each(made)('data of Agio %s', (version) => {
  test(
    'is restored and carried over: books, chain and audit are whole, people sign in and see their deals',
    { timeout: 120_000 },
    async () => {
      const database = `v${version.replaceAll('.', '_')}`
      await withClient(embedded.as('agio_owner', 'postgres'), (client) =>
        client.query(`create database ${database}`),
      )
      const place = {
        owner: embedded.as('agio_owner', database),
        runtime: embedded.as(runtimeUser, database),
      }
      await restore(place.owner, join(home, 'files'), join(import.meta.dirname, `${version}.tar.gz`))
      await prepare(place, migrationsDir)
      expect(
        (await withClient(place.owner, checkDatabase)).faults.filter((one) => !one.startsWith('Warning:')),
      ).toEqual([])
      const app = await createApp({
        settings: readSettings({ AGIO_DATA_DIR: join(home, 'app') }),
        runtime: place.runtime,
        log: pino({ level: 'silent' }),
      })
      const { db } = app.services
      expect(await renewKeys(app.services)).toBeGreaterThan(0)
      expect(await renewKeys(app.services)).toBe(0)
      try {
        let entries = 0
        for (const { id } of await inCompany(undefined, () => companies(db)))
          await inCompany(id, async () => {
            const looks = [...(await lookAtBooks(db)), ...(await lookAtDeals(db))]
            expect(looks.filter(({ wrong }) => wrong > 0)).toEqual([])
            const verified = await verifyChain(db)
            expect(verified).not.toHaveProperty('broken')
            entries += verified.entries
            expect((await compareKept(db)).differing).toEqual([])
            expect((await replayBooks(db)).differences).toEqual([])
          })
        expect(entries).toBeGreaterThan(20)
        const post = async (url: string, payload: object, token = '') =>
          app.http.inject({
            method: 'POST',
            url: `/api${url}`,
            payload,
            headers: { authorization: `Bearer ${token}` },
          })
        const login = (await post('/user/auth/login', { username: 'admin', password: 'demo1234' })).json<{
          userInfo: { accessToken: string }
        }>()
        const deals = await post('/postransaction/manage/list', {}, login.userInfo.accessToken)
        expect(deals.statusCode).toBe(200)
        expect(deals.json<{ items: object[] }>().items.length).toBeGreaterThan(9)
      } finally {
        await app.stop()
      }
    },
  )
})
