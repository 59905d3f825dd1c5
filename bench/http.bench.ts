import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { load, percentile, startProgram, table, withFolder } from './tools.ts'

const port = 4719
const plainPort = 4720
const base = `http://127.0.0.1:${port}/api`
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000)

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
    const login = (await post('/user/auth/login', { username: 'admin', password: 'demo1234' })) as Login
    const token = login.userInfo.accessToken
    const { companyId } = login.company
    const plain = await startProgram(
      'bench/plain-server.ts',
      {
        PLAIN_PORT: String(plainPort),
        PLAIN_SECRET: readFileSync(join(folder, 'secret.key'), 'utf8'),
        PLAIN_HOST: socket,
        PLAIN_COMPANY: companyId,
      },
      /ready/,
    )
    await throughput(token, login.company.regions[0]?.id ?? '')
    await plain.stop()
    await fillAudit(owner, companyId)
    await lists(owner, token, companyId)
  } finally {
    await owner.end()
    await server.stop()
  }
})

async function post(path: string, body: unknown, token?: string): Promise<unknown> {
  const reply = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** Ours and the plain server in turns, three times each; the median counts. */
async function throughput(token: string, regionId: string) {
  const headers = { authorization: `Bearer ${token}` }
  const plain = `http://127.0.0.1:${plainPort}`
  const pairs = [
    ['empty endpoint, signed in', `${base}/posworkspace/current`, `${plain}/empty`],
    [
      'read by id, signed in',
      `${base}/poscompany/region/getById?id=${regionId}`,
      `${plain}/region?id=${regionId}`,
    ],
  ] as const
  const out: (string | number)[][] = []
  for (const [what, ours, theirs] of pairs) {
    await load(ours, headers, 2)
    await load(theirs, headers, 2)
    const results = {
      ours: [] as Awaited<ReturnType<typeof load>>[],
      theirs: [] as Awaited<ReturnType<typeof load>>[],
    }
    for (let round = 0; round < 3; round++) {
      results.theirs.push(await load(theirs, headers))
      results.ours.push(await load(ours, headers))
    }
    const middle = (side: 'ours' | 'theirs') => {
      const rate = percentile(
        results[side].map(({ perSecond }) => perSecond),
        0.5,
      )
      return {
        rate,
        p99: percentile(
          results[side].map(({ p99 }) => p99),
          0.5,
        ),
      }
    }
    const [we, they] = [middle('ours'), middle('theirs')]
    out.push([what, we.rate, we.p99, they.rate, they.p99, `${Math.round((we.rate / they.rate) * 100)} %`])
  }
  table(['', 'requests/s', 'p99 ms', 'plain Fastify requests/s', 'p99 ms', 'ratio'], out)
}

// Every filterable column has one value on half of the rows and one on a hundredth.
async function fillAudit(owner: pg.Client, companyId: string) {
  await owner.query(
    `insert into kit.audit (company_id, at, user_id, user_name, act, kind, outcome, code, branch_id, trace_id)
     select $1, now() - interval '60 days' * (n::float8 / $2), (array[$3, $4, $5]::uuid[])[pick], (array['Half Person', 'Rare Person', 'Other Person'])[pick],
       (array['branch.update', 'counter.disable', 'role.update'])[pick], (array['UPDATE', 'DELETE', 'CREATE'])[pick],
       (array['done', 'failed', 'refused'])[pick], (array['HALF', 'RARE', 'OTHER'])[pick], (array[$3, $4, $5]::uuid[])[pick], 'bench'
     from (select n, case when n % 100 = 7 then 2 when n % 2 = 0 then 1 else 3 end as pick from generate_series(1, $2::int) n) s`,
    [companyId, rows, ...['1', '2', '3'].map((n) => `00000000-0000-4000-8000-00000000000${n}`)],
  )
  await owner.query('vacuum analyze kit.audit')
}

async function lists(owner: pg.Client, token: string, companyId: string) {
  const day = 86_400_000
  const since = (days: number) => new Date(Date.now() - days * day).toISOString()
  const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const filters: [string, unknown[], string][] = [
    ['default order', [], 'true'],
    ...(
      [
        ['userName', 'Contains', 'alf Per', 'are Per', 'ilike'],
        ['act', 'Contains', 'branch.up', 'counter.dis', 'ilike'],
        ['userId', 'Equals', uuid(1), uuid(2), '='],
        ['kind', 'Equals', 'UPDATE', 'DELETE', '='],
        ['outcome', 'Equals', 'done', 'failed', '='],
        ['code', 'Equals', 'HALF', 'RARE', '='],
        ['branchId', 'Equals', uuid(1), uuid(2), '='],
        ['at', 'Greater Than', since(30), since(0.6), '>'],
      ] as const
    ).flatMap(([key, operator, half, rare, sql]) => {
      const column = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const like = (value: string) => (sql === 'ilike' ? `%${value}%` : value)
      return (
        [
          [`${key} ${operator}, 1 %`, rare],
          [`${key} ${operator}, 50 %`, half],
        ] as const
      ).map(([what, value]): [string, unknown[], string] => [
        what,
        [{ key, operator, value }],
        `${column} ${sql} '${like(value)}'`,
      ])
    }),
  ]
  const out: (string | number)[][] = []
  for (const [what, filter, where] of filters) {
    const whole = await timed(() => post('/posuser/useraudit/list', { filters: filter }, token))
    const from = `from kit.audit where company_id = '${companyId}' and ${where}`
    const page = await timed(() => owner.query(`select * ${from} order by at desc, id desc limit 20`))
    const total = await timed(() => owner.query(`select count(*) from (select ${from} limit 10001) c`))
    out.push([what, ...whole, ...page, ...total])
  }
  table(
    ['list of 1,000,000 rows', 'call p50 ms', 'p95 ms', 'SQL page p50', 'p95', 'SQL total p50', 'p95'],
    out,
  )
}

async function timed(work: () => Promise<unknown>): Promise<[string, string]> {
  const times: number[] = []
  for (let run = 0; run < 43; run++) {
    const started = performance.now()
    await work()
    if (run >= 3) times.push(performance.now() - started)
  }
  return [percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)]
}
