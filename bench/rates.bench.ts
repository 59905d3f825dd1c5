import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#apps/server/app.ts'
import { createCompany, createPerson } from '#apps/server/company.ts'
import { migrationsDir, openPlace } from '#apps/server/database.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { otherHouse } from '#apps/server/test-app.ts'
import { readSettings } from '#apps/server/settings.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { prepare } from '#kit/server/prepare.server.ts'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { isoCurrencies } from '#modules/currencies/iso/iso.server.ts'
import { addUsualCurrency, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { loadForAll, marginRows, publish } from '#modules/rates/public.server.ts'
import { percentile, root, table, withFolder } from './tools.ts'

// `npm run bench -- rates [eurofxref-hist.csv or .zip]`: rates that are asked for and published, and the history of the
// European Central Bank, in parts, and whole where its file is named.

const file = process.argv[3]
if (file && !existsSync(file)) throw new Error(`There is no file ${file}`)

/** A history of so many days, as the bank's CSV with made-up rates. */
function history(days: number): Buffer {
  const codes = 'USD JPY GBP CHF AUD CAD CNY HKD IDR INR KRW MYR NZD PHP SGD THB'.split(' ')
  const last = Date.UTC(2026, 3, 13)
  const lines = Array.from({ length: days }, (_, back) => {
    const day = new Date(last - back * 86_400_000).toISOString().slice(0, 10)
    return `${day},${codes.map((_code, at) => `${at + 1}.${1000 + ((back * 7 + at) % 9000)}`).join(',')},`
  })
  return Buffer.from([`Date,${codes.join(',')},`, ...lines].join('\n'))
}

/** The most that are traded, and so many as there are in ISO 4217. */
const codes = [...isoCurrencies.keys()].filter((code) => code !== otherHouse.localCurrency)

await withFolder(async (folder) => {
  const settings = readSettings({ AGIO_DATA_DIR: join(folder, 'sizes') })
  const place = await openPlace(settings, () => {})
  await prepare(place, migrationsDir)
  const app = await createApp({ settings: { ...settings, AGIO_ROLE: 'api' }, runtime: place.runtime })
  const { db } = app.services
  const companyId = await createCompany(app.services, otherHouse, (tx, roleIds) =>
    createPerson(
      tx,
      {
        userName: 'bench',
        firstName: 'Bench',
        password: demoPassword,
        role: 'company_administrator',
        places: [{ type: 0, workspaceId: null }],
      },
      roleIds,
    ),
  )
  const post = async <T>(path: string, body: object, token = ''): Promise<T> => {
    const reply = await app.http.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    })
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body.slice(0, 300)}`)
    return reply.json<T>()
  }
  const { userInfo } = await post<Login>('/user/auth/login', { username: 'bench', password: demoPassword })
  const timed = async (runs: number, work: (run: number) => Promise<unknown>) => {
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      const started = performance.now()
      await work(run)
      times.push(performance.now() - started)
    }
    // The first ones warm up.
    const kept = times.slice(Math.floor(runs / 10))
    return [0.5, 0.95].map((share) => percentile(kept, share).toFixed(1))
  }

  const asked: (string | number)[][] = []
  const published: (string | number)[][] = []
  for (const [count, versions] of [
    [2, 1],
    [15, 1],
    [150, 1],
    [150, 100],
  ] as const) {
    const currencies = await inCompany(companyId, async () => {
      await db.transaction().execute(async (tx) => {
        const known = new Set((await readTradedCurrencies(tx)).map(({ code }) => code))
        const wanted = codes.slice(0, count).filter((code) => !known.has(code))
        const by = { authorId: null, author: 'Bench', reason: '', publishedAt: new Date().toISOString() }
        const act = await publish(tx, by)
        for (const code of wanted) {
          const currencyId = await addUsualCurrency(tx, code)
          const anywhere = { branchId: null, amountFrom: null, amountTo: null, pipSize: null }
          const margin = { ...anywhere, currencyId, kind: 'percent' as const, buy: '0.006', sell: '0.006' }
          const types = [null, 1, 2] as const
          await marginRows.insert(
            tx,
            act,
            types.map((customerType) => ({ ...margin, customerType })),
          )
        }
      })
      return (await readTradedCurrencies(db)).filter(({ isLocal }) => !isLocal)
    })
    const publishAll = (run: number) =>
      post(
        '/posrate/baserate/update',
        {
          rates: currencies.map(({ id }, at) => ({ currencyId: id, mid: `${at + 2}.${1000 + (run % 50)}` })),
          reason: 'Bench',
        },
        userInfo.accessToken,
      )
    const runs = versions > 1 ? versions : 20
    published.push([currencies.length, runs, ...(await timed(runs, publishAll))])
    const ask = (amount: number) => () =>
      post('/posrate/getRates', { customerType: 1, amount: String(amount) }, userInfo.accessToken)
    const again = await timed(200, ask(500))
    const another = await timed(200, (run) => ask(1000 + run)())
    asked.push([currencies.length, runs, ...again, ...another])
  }
  table(
    [
      'effective rates: currencies',
      'versions',
      'asked again p50 ms',
      'p95 (aim 5)',
      'another amount p50',
      'p95',
    ],
    asked,
  )
  table(['publishing a sheet of', 'times', 'call p50 ms', 'p95 ms (aim 100)'], published)

  const load = async (bytes: Buffer) => {
    const started = performance.now()
    const { quotes, added } = await loadForAll(app.services, bytes)
    return { quotes, added, seconds: (performance.now() - started) / 1000 }
  }
  const rows: (string | number)[][] = []
  for (const days of [70, 700, 7000]) {
    const { quotes, seconds } = await load(history(days))
    rows.push([`${days} days, ${quotes} rates`, seconds.toFixed(2), ((seconds * 1e6) / quotes).toFixed(1)])
  }
  const again = await load(history(7000))
  rows.push([
    `the last one again, ${again.added} added`,
    again.seconds.toFixed(2),
    ((again.seconds * 1e6) / again.quotes).toFixed(1),
  ])
  table(['import', 'seconds', 'µs a rate'], rows)
  await app.stop()
  await place.stop()
  if (file) await importWhole(join(folder, 'whole'), file)
})

/** The command an operator gives, on a new data folder and once more. */
async function importWhole(folder: string, path: string) {
  const run = () =>
    new Promise<number>((resolve, reject) => {
      const started = performance.now()
      const child = spawn('npm', ['run', 'agio', '--', 'rates', 'import', path], {
        cwd: root,
        env: { ...process.env, AGIO_DATA_DIR: folder },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      child.once('exit', (code) =>
        code === 0 ? resolve((performance.now() - started) / 1000) : reject(new Error('the import failed')),
      )
    })
  const [first, second] = [await run(), await run()]
  table(
    ['npm run agio -- rates import, full history', 'seconds', 'aim'],
    [
      ['on a new data folder, with making the database', first.toFixed(1), 10],
      ['the same again', second.toFixed(1), 10],
    ],
  )
}
