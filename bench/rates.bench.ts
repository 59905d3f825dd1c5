import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#apps/server/app.ts'
import { migrationsDir, openPlace } from '#apps/server/database.ts'
import { readSettings } from '#apps/server/settings.ts'
import { prepare } from '#kit/server/prepare.server.ts'
import { loadForAll } from '#modules/rates/public.server.ts'
import { root, table, withFolder } from './tools.ts'

// `npm run bench -- rates <eurofxref-hist.csv or .zip>`: the history of the European Central Bank, whole and in parts.

const file = process.argv[3]
if (!file || !existsSync(file)) throw new Error('Name the file of the history: npm run bench -- rates <file>')

/** A history of so many days, as the bank's CSV with made-up rates. */
function history(days: number): Buffer {
  const codes = [
    'USD',
    'JPY',
    'GBP',
    'CHF',
    'AUD',
    'CAD',
    'CNY',
    'HKD',
    'IDR',
    'INR',
    'KRW',
    'MYR',
    'NZD',
    'PHP',
    'SGD',
    'THB',
  ]
  const last = Date.UTC(2026, 3, 13)
  const lines = Array.from({ length: days }, (_, back) => {
    const day = new Date(last - back * 86_400_000).toISOString().slice(0, 10)
    return `${day},${codes.map((_code, at) => `${at + 1}.${1000 + ((back * 7 + at) % 9000)}`).join(',')},`
  })
  return Buffer.from([`Date,${codes.join(',')},`, ...lines].join('\n'))
}

await withFolder(async (folder) => {
  const settings = readSettings({ AGIO_DATA_DIR: join(folder, 'sizes') })
  const place = await openPlace(settings, () => {})
  await prepare(place, migrationsDir)
  const app = await createApp({ settings: { ...settings, AGIO_ROLE: 'worker' }, runtime: place.runtime })
  const timed = async (bytes: Buffer) => {
    const started = performance.now()
    const { quotes, added } = await loadForAll(app.services, bytes)
    return { quotes, added, seconds: (performance.now() - started) / 1000 }
  }
  const rows: (string | number)[][] = []
  for (const days of [70, 700, 7000]) {
    const { quotes, seconds } = await timed(history(days))
    rows.push([`${days} days, ${quotes} rates`, seconds.toFixed(2), ((seconds * 1e6) / quotes).toFixed(1)])
  }
  const again = await timed(history(7000))
  rows.push([
    `the last one again, ${again.added} added`,
    again.seconds.toFixed(2),
    ((again.seconds * 1e6) / again.quotes).toFixed(1),
  ])
  table(['import', 'seconds', 'µs a rate'], rows)
  await app.stop()
  await place.stop()

  const run = () =>
    new Promise<number>((resolve, reject) => {
      const started = performance.now()
      const child = spawn('npm', ['run', 'agio', '--', 'rates', 'import', file], {
        cwd: root,
        env: { ...process.env, AGIO_DATA_DIR: join(folder, 'whole') },
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
})
