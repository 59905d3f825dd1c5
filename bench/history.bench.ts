import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { percentile, startProgram, table, withFolder } from './tools.ts'

// Lists of deals, their totals and a year's profit, while the history grows over two decades of size.

const port = 4725
const base = `http://127.0.0.1:${port}/api`
const sizes = (process.env['BENCH_ROWS'] ?? '10000,100000,1000000').split(',').map(Number)
const year = new Date().getUTCFullYear()

/**
 * Settled deals of one line, spread over a year, all branches and every foreign currency; a hundredth is cancelled, a hundredth
 * has a customer name of its own. Written as rows, past the product: only their number and spread matter here.
 */
async function fill(owner: pg.Client, companyId: string, from: number, to: number): Promise<void> {
  await owner.query(`set session_replication_role = replica`)
  await owner.query(
    `with c as (select array_agg(array[id::text, branch_id::text] order by id) as all_of from organisation.counter where company_id = $1),
      f as (select array_agg(array[id::text, code] order by code) as all_of from currencies.currency
        where company_id = $1 and is_enabled and code <> 'MYR'),
      deals as (
        insert into exchange.deal (company_id, number, state, branch_id, branch_name, counter_id, counter_name, business_date,
          customer_type, customer_name, cash, currencies, buy, sell, fee, tax, net, rounding, dealing, holding, realised, maker_id,
          maker, created_at, submitted_at, settled_at, seal)
        select $1::uuid, 'H-' || n, case when n % 100 = 0 then 'cancelled' else 'settled' end,
          (c.all_of[1 + n % 7][2])::uuid, 'Branch ' || n % 4, (c.all_of[1 + n % 7][1])::uuid, 'Counter',
          make_date($2, 1, 1) + (n::bigint * 97 % 365)::int, 0,
          case when n % 100 = 1 then 'Tan ' || n else '' end, 0, f.all_of[1 + n % 24][2],
          case when n % 2 = 0 then 100 + n % 4900 else 0 end, case when n % 2 = 1 then 100 + n % 4900 else 0 end, 0, 0, 100, 0, 1, 1, 2,
          (c.all_of[1][1])::uuid, 'Maker ' || n % 50, make_date($2, 1, 1) + n * interval '1 year' / $4, now(), now(), ''
        from generate_series($3::int, $4::int) n, c, f
        returning company_id, id, branch_id, business_date, substr(number, 3)::int as n, state, greatest(buy, sell) as amount
      )
      insert into exchange.deal_line (company_id, deal_id, position, side, currency_id, currency_code, item_id, quantity, quote_unit,
        rate, usual_rate, mid, rate_rule, amount, cost, branch_id, settled_on, dealing)
      select d.company_id, d.id, 0, case when d.n % 2 = 0 then 'buy' else 'sell' end, (f.all_of[1 + d.n % 24][1])::uuid,
        f.all_of[1 + d.n % 24][2], (f.all_of[1 + d.n % 24][1])::uuid, 100, 1, 4, 4, 4, '{}', d.amount,
        case when d.n % 2 = 1 then d.amount - 2 end, d.branch_id, case when d.state = 'settled' then d.business_date end, 1
      from deals d, f`,
    [companyId, year, from, to],
  )
  // As the seals would have added them.
  await owner.query(`delete from exchange.profit_day where company_id = $1`, [companyId])
  await owner.query(
    `insert into exchange.profit_day (company_id, business_date, branch_id, currency_id, side, lines, quantity, amount, cost, dealing,
       corrected)
     select company_id, settled_on, branch_id, currency_id, side, count(*), sum(quantity), sum(amount), coalesce(sum(cost), 0),
       coalesce(sum(dealing), 0), 0
     from exchange.deal_line where company_id = $1 and settled_on is not null group by 1, 2, 3, 4, 5`,
    [companyId],
  )
  await owner.query(`set session_replication_role = origin`)
  await owner.query('vacuum analyze exchange.deal, exchange.deal_line')
}

const manage = '/postransaction/manage'
const filter = (key: string, operator: string, value: unknown, type: string) => ({
  filters: [{ key, operator, value, type }],
})
/** The moment at which so much of the year is over. */
const after = (share: number) => new Date(Date.UTC(year, 0, 1) + share * 365 * 86_400_000).toISOString()

const asks: [what: string, aim: number, path: string, body: object][] = [
  ['default page', 30, `${manage}/list`, {}],
  ['state, 99 %', 150, `${manage}/list`, filter('state', 'Equals', 'settled', 'select')],
  ['state, 1 %', 150, `${manage}/list`, filter('state', 'Equals', 'cancelled', 'select')],
  ['amount, 50 %', 150, `${manage}/list`, filter('amount', 'Greater Than', 2550, 'Number')],
  ['amount, 1 %', 150, `${manage}/list`, filter('amount', 'Greater Than', 4950, 'Number')],
  ['created, 50 %', 150, `${manage}/list`, filter('createdAt', 'Less Than', after(0.5), 'Date')],
  ['created, 1 %', 150, `${manage}/list`, filter('createdAt', 'Less Than', after(0.01), 'Date')],
  ['customer, 1 %', 150, `${manage}/list`, filter('customerName', 'Contains', 'Tan', 'String')],
  ['currency, 4 %', 150, `${manage}/list`, filter('currencies', 'Contains', 'USD', 'String')],
  ['history list', 150, `${manage}/history`, {}],
  ['totals of a day', 1000, `${manage}/totals`, filter('businessDate', 'Equals', `${year}-03-01`, 'Date')],
  [
    'profit of a year',
    1000,
    '/posreport/managereport/profitLoss',
    { from: `${year}-01-01`, to: `${year}-12-31` },
  ],
]

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
    const post = async (path: string, body: object, token?: string) => {
      const reply = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify(body),
      })
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      return reply.json()
    }
    const login = (await post('/user/auth/login', { username: 'admin', password: 'demo1234' })) as Login
    const rows = asks.map(([what, aim]): (string | number)[] => [what, `${aim} ms`])
    let done = 0
    for (const size of sizes) {
      await fill(owner, login.company.companyId, done + 1, size)
      done = size
      for (const [at, [, aim, path, body]] of asks.entries()) {
        const times: number[] = []
        for (let run = 0; run < (aim > 500 ? 8 : 30); run++) {
          const began = performance.now()
          await post(path, body, login.userInfo.accessToken)
          times.push(performance.now() - began)
        }
        rows[at]?.push(`${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)}`)
      }
    }
    table(
      ['what', 'aim, p95', ...sizes.map((size) => `${size.toLocaleString('en')} deals, p50 / p95 ms`)],
      rows,
    )
  } finally {
    await owner.end()
    await server.stop()
  }
})
