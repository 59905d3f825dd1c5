import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { fold } from '#modules/customers/identity/names.domain.ts'
import type { Import } from '#modules/customers/imports/imports.contract.ts'
import { family, fileOf, given } from './customer-file.ts'
import { forget, percentile, resident, startProgram, table, withFolder } from './tools.ts'

const port = 4721
const base = `http://127.0.0.1:${port}/api/poscustomer`
const most = Number(process.env['BENCH_ROWS'] ?? 500_000)
const fileRows = Math.min(100_000, most / 5)
const birthdays = 20_000
const streets = 'ampang ipoh raja sultan bunga melati kenari pudu tuanku merdeka'.split(' ')
const towns = 'kuala lumpur,petaling jaya,shah alam,ipoh,johor bahru,george town'.split(',')

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

/** Customers up to this many, with names of few words in many ways, a paper and a telephone each. */
async function fill(folder: string, companyId: string, rows: number) {
  const socket = readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const owner = new pg.Client({ host: socket, user: 'agio_owner', database: 'agio' })
  await owner.connect()
  await owner.query(
    `set session_replication_role = replica;
     with made as (
       select uuidv7() as id, n, $$${given.join(' ')}$$ as g, $$${family.join(' ')}$$ as f
       from generate_series((select count(*) + 1 from customers.customer), ${rows}) n
     ), named as (
       select id, n, 'jalan ' || split_part('${streets.join(' ')}', ' ', 1 + n::int % ${streets.length}) || ' taman ' || n % 997
           || ' ' || split_part('${towns.join()}', ',', 1 + n::int % ${towns.length}) as address,
         split_part(g, ' ', 1 + (hashint4(n::int) & 15)) || ' ' || split_part(g, ' ', 1 + (hashint4(n::int + 7) & 15))
         || ' ' || split_part(f, ' ', 1 + abs(hashint4(n::int + 13)) % 14) as name from made
     ), kept as (
       insert into customers.customer (company_id, id, customer_type, name, phone, nationality, date_of_birth, search, look,
         address, address_search)
       select '${companyId}', id, 1, name, '+6011' || (20000000 + n), 'MY', born,
         ' ' || lower(name) || ' b' || n || 'x 6011' || (20000000 + n) || ' ',
         (select string_agg(word, ' ' order by word collate "C") from unnest(string_to_array(lower(name), ' ')) word) || ' ' || born,
         n || ' ' || address, ' ' || n || ' ' || address || ' '
       from named, lateral (select date '1950-01-01' + (n % ${birthdays})::int as born) b
     )
     insert into customers.document (company_id, customer_id, is_primary, id_type, id_number, id_issuing_country)
       select '${companyId}', id, true, 'PASSPORT', 'B' || n || 'X', 'MY' from made`,
  )
  await owner.query('set session_replication_role = origin')
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
