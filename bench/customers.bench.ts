import { setTimeout as pause } from 'node:timers/promises'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { fold } from '#modules/customers/identity/names.domain.ts'
import type { Import } from '#modules/customers/imports/imports.contract.ts'
import { fileOf } from './customer-file.ts'
import { birthdays, fillCustomers } from './history.ts'
import { ownerOf } from './kept-data.ts'
import { forget, percentile, resident, startProgram, table, withFolder } from './tools.ts'

const port = 4721
const base = `http://127.0.0.1:${port}/api/poscustomer`
const most = Number(process.env['BENCH_ROWS'] ?? 500_000)
const fileRows = Math.min(100_000, most / 5)

await withFolder(async (folder) => {
  const start = () =>
    startProgram(
      'apps/server/main.ts',
      { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
      /Agio is ready/,
    )
  let server = await start()
  try {
    const { companyId } = (await signIn()).company
    const out: (string | number)[][] = []
    // Over two decades of size, so that growth is seen.
    for (const rows of [most / 100, most / 10, most]) {
      await fill(folder, companyId, rows)
      out.push(...(await searches(await headersOf(), rows)))
    }
    table(['query-by-text', 'customers', 'p50 ms', 'p95 ms'], out)
    // Memory is that of a program that serves, not of the one that made the demonstration.
    await server.stop()
    server = await start()
    const sizes = [fileRows / 100, fileRows / 10, fileRows]
    const sheets = []
    for (const rows of sizes) sheets.push(await exportSome(await headersOf(), server.pid, rows))
    table(['export, rows', 'seconds', 'µs a row', 'MB', 'resident MB'], sheets)
    const files = []
    for (const rows of sizes) files.push(await importFile(await headersOf(), server.pid, rows))
    table(
      [
        'import, rows',
        'came in',
        'broken',
        'checked, s',
        'all, s',
        'µs a row',
        'progress seen',
        'resident MB',
      ],
      files,
    )
  } finally {
    await server.stop()
  }
})

async function signIn(): Promise<Login> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/user/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'demo1234' }),
  })
  return (await reply.json()) as Login
}

/** Each step signs in anew: a token is good for a quarter of an hour. */
async function headersOf() {
  return { authorization: `Bearer ${(await signIn()).userInfo.accessToken}` }
}

async function fill(folder: string, companyId: string, rows: number) {
  const owner = await ownerOf(folder)
  await fillCustomers(owner, companyId, rows)
  await owner.query('vacuum analyze customers.customer, customers.document')
  await owner.end()
}

async function searches(headers: Record<string, string>, rows: number) {
  const some = Math.round(rows / 3)
  const queries: Record<string, string> = {
    'a common name': 'muhammad',
    'two common parts': 'siti krish',
    'three parts': 'jia mei santo',
    'two letters': 'ta',
    'a number': `B${some}X`,
    'a telephone': `011-${20_000_000 + some}`,
    nobody: fold('zzqx unknown'),
  }
  const out: (string | number)[][] = []
  const addresses: Record<string, string> = {
    'a common word of addresses': 'jalan',
    'a street and a town': 'melati george',
    'one address': `${some} jalan`,
    'no address': 'jalan zzqx',
  }
  for (const [what, text] of [...Object.entries(queries), ...Object.entries(addresses)]) {
    const call = what in addresses ? 'query-by-address' : 'query-by-text'
    const times: number[] = []
    for (let run = 0; run < 53; run++) {
      const started = performance.now()
      const reply = await fetch(`${base}/customerindividual/${call}?text=${encodeURIComponent(text)}`, {
        headers,
      })
      await reply.json()
      if (run >= 3) times.push(performance.now() - started)
    }
    out.push([what, rows, percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)])
  }
  return out
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000
}

/** A list of about so many customers as a workbook: those born before a day. */
async function exportSome(headers: Record<string, string>, pid: number | undefined, rows: number) {
  const days = Math.round((rows * birthdays) / most)
  const before = new Date(Date.UTC(1950, 0, 1 + days)).toISOString().slice(0, 10)
  forget(pid)
  const started = performance.now()
  const reply = await fetch(`${base}/customerindividual/export`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ filters: [{ key: 'dateOfBirth', operator: 'Less Than', value: before }] }),
  })
  let size = 0
  for await (const part of reply.body ?? []) size += part.length
  const seconds = secondsSince(started)
  const each = ((seconds * 1e6) / rows).toFixed(0)
  return [rows, seconds.toFixed(2), each, (size / 1e6).toFixed(1), resident(pid)]
}

async function importFile(headers: Record<string, string>, pid: number | undefined, rows: number) {
  const body = fileOf(rows)
  forget(pid)
  const started = performance.now()
  const sent = await fetch(`${base}/customerimport/upload`, { method: 'POST', headers, body })
  const { id } = (await sent.json()) as Import
  const seen = new Set<number>()
  const until = async (state: Import['state']) => {
    for (;;) {
      const reply = await fetch(`${base}/customerimport/getById?id=${id}`, { headers })
      const one = (await reply.json()) as Import
      seen.add(one.total).add(one.done)
      if (one.state === state) return one
      if (one.state === 'failed') throw new Error(one.failure)
      await pause(100)
    }
  }
  const { version } = await until('checked')
  const checked = secondsSince(started)
  await fetch(`${base}/customerimport/start`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id, version }),
  })
  const { done, bad } = await until('finished')
  const whole = secondsSince(started)
  const each = ((whole * 1e6) / rows).toFixed(0)
  return [rows, done, bad, checked.toFixed(1), whole.toFixed(1), each, seen.size, resident(pid)]
}
