import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { fold } from '#modules/customers/identity/names.domain.ts'
import type { Import } from '#modules/customers/imports/imports.contract.ts'
import { percentile, startProgram, table, withFolder } from './tools.ts'

const port = 4721
const base = `http://127.0.0.1:${port}/api/poscustomer`
const most = Number(process.env['BENCH_ROWS'] ?? 500_000)
const fileRows = Math.min(100_000, most)

const given =
  'Muhammad Ahmad Siti Nur Wei Mei Chee Jia Priya Ravi Kumar Somchai Budi Maria James Emily'.split(' ')
const family =
  'Tan Lim Lee Wong Abdullah Rahman Ismail Krishnan Nair Santoso Santos Carter Walker Yusof'.split(' ')

await withFolder(async (folder) => {
  const server = await startProgram(
    'apps/server/main.ts',
    { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
    /Agio is ready/,
  )
  const socket = readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const owner = new pg.Client({ host: socket, user: 'agio_owner', database: 'agio' })
  await owner.connect()
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/api/user/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'demo1234' }),
    })
    const { userInfo, company } = (await reply.json()) as Login
    const headers = { authorization: `Bearer ${userInfo.accessToken}` }
    const out: (string | number)[][] = []
    // Over two decades of size, so that growth is seen.
    for (const rows of [most / 100, most / 10, most]) {
      await fill(owner, company.companyId, rows)
      out.push(...(await searches(headers, rows)))
    }
    table(['query-by-text', 'customers', 'p50 ms', 'p95 ms'], out)
    await exportAll(headers, server.pid)
    await importFile(headers, server.pid)
  } finally {
    await owner.end()
    await server.stop()
  }
})

/** Customers up to this many, with names of few words in many ways, a paper and a telephone each. */
async function fill(owner: pg.Client, companyId: string, rows: number) {
  await owner.query(
    `set session_replication_role = replica;
     with made as (
       select uuidv7() as id, n, $$${given.join(' ')}$$ as g, $$${family.join(' ')}$$ as f
       from generate_series((select count(*) + 1 from customers.customer), ${rows}) n
     ), named as (
       select id, n, split_part(g, ' ', 1 + (hashint4(n::int) & 15)) || ' ' || split_part(g, ' ', 1 + (hashint4(n::int + 7) & 15))
         || ' ' || split_part(f, ' ', 1 + abs(hashint4(n::int + 13)) % 14) as name from made
     ), kept as (
       insert into customers.customer (company_id, id, customer_type, name, phone, nationality, date_of_birth, search)
       select '${companyId}', id, 1, name, '+6011' || (20000000 + n), 'MY', date '1950-01-01' + (n % 20000)::int,
         ' ' || lower(name) || ' b' || n || 'x 6011' || (20000000 + n) || ' ' from named
     )
     insert into customers.document (company_id, customer_id, is_primary, id_type, id_number, id_issuing_country)
       select '${companyId}', id, true, 'PASSPORT', 'B' || n || 'X', 'MY' from made`,
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze customers.customer, customers.document')
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
  for (const [what, text] of Object.entries(queries)) {
    const times: number[] = []
    for (let run = 0; run < 53; run++) {
      const started = performance.now()
      const reply = await fetch(`${base}/customerindividual/query-by-text?text=${encodeURIComponent(text)}`, {
        headers,
      })
      await reply.json()
      if (run >= 3) times.push(performance.now() - started)
    }
    out.push([what, rows, percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)])
  }
  return out
}

/** The most memory that the program has held, in MB. */
function resident(pid: number | undefined): number {
  return Math.round(
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  )
}

async function exportAll(headers: Record<string, string>, pid: number | undefined) {
  const started = performance.now()
  // One birthday in five: about 100,000 of half a million.
  const filters = [{ key: 'dateOfBirth', operator: 'Less Than', value: '1960-12-14' }]
  const reply = await fetch(`${base}/customerindividual/export`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ filters }),
  })
  let size = 0
  for await (const part of reply.body ?? []) size += part.length
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  table(
    ['export of a fifth', 'seconds', 'MB', 'resident MB'],
    [[most / 5, seconds, (size / 1e6).toFixed(1), resident(pid)]],
  )
}

async function importFile(headers: Record<string, string>, pid: number | undefined) {
  const lines = Array.from(
    { length: fileRows },
    (_, n) => `${given[n % 16]} File ${family[n % 14]},SG,PASSPORT,F${n}F,SG,01/02/${1950 + (n % 50)}`,
  )
  const form = new FormData()
  form.append('customerType', '1')
  const head = 'name,nationality,idType,idNumber,idIssuingCountry,dateOfBirth'
  form.append('file', new Blob([[head, ...lines].join('\n')]), 'bench.csv')
  const started = performance.now()
  const sent = await fetch(`${base}/customerimport/upload`, { method: 'POST', headers, body: form })
  const { id } = (await sent.json()) as Import
  const until = async (state: Import['state']) => {
    for (;;) {
      const reply = await fetch(`${base}/customerimport/getById?id=${id}`, { headers })
      const one = (await reply.json()) as Import
      if (one.state === state) return one
      if (one.state === 'failed') throw new Error(one.failure)
      await pause(100)
    }
  }
  const { version } = await until('checked')
  const checked = performance.now()
  await fetch(`${base}/customerimport/start`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id, version }),
  })
  const { done } = await until('finished')
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
  table(
    ['import', 'check s', 'take in s', 'resident MB'],
    [[done, seconds(started, checked), seconds(checked, performance.now()), resident(pid)]],
  )
}
