import type pg from 'pg'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { retailSalesReport, saleKeys } from '#modules/retail/reports/reports.contract.ts'
import { signIn } from './counter-house.ts'
import { timeAsks, withHistory } from './kept-data.ts'
import { retailHistory } from './retail-history.ts'
import { callsOf } from './retail-shop.ts'
import { percentile, tableOf } from './tools.ts'

// Reports of sales over millions of lines. `BENCH_DATA` names a folder that keeps them for the next time; `BENCH_ROWS` another
// number of lines.

const lines = Number(process.env['BENCH_ROWS'] ?? 5_000_000)
const within = 300
const times = 20
const port = 4739

const dayOf = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
interface Asked {
  from: string
  to: string
  times: number
  keys: readonly (typeof saleKeys)[number][]
}
const periods: Record<string, Asked> = {
  'a day': { from: dayOf(40), to: dayOf(40), times, keys: saleKeys },
  'a month': { from: dayOf(40), to: dayOf(11), times, keys: saleKeys },
  // Nobody waits for it at a counter: that all of it adds up is what is looked at.
  'all three years': { from: dayOf(1200), to: dayOf(0), times: 2, keys: ['branch'] },
}

interface Period {
  from: string
  to: string
}

/** What came in less what went back, as somebody would add it up by hand. */
async function plainSum(owner: pg.Client, { from, to }: Period): Promise<string> {
  const { rows } = await owner.query<{ total: string }>(
    `select (coalesce((select sum(l.total) from retail.sale_line l where l.sale_id in
        (select id from retail.sale where state = 'settled' and business_date between $1 and $2)), 0)
      - coalesce((select sum(l.total) from retail.refund_line l where l.refund_id in
        (select id from retail.refund where state = 'settled' and business_date between $1 and $2)), 0))::text as total`,
    [from, to],
  )
  return rows[0]?.total ?? ''
}

export const reportSales = (): Promise<void> =>
  withHistory(
    port,
    (parent) => retailHistory(parent, lines),
    async (base, owner) => {
      await owner.query('set row_security = off')
      await ask(owner, base)
    },
  )

async function ask(owner: pg.Client, base: string): Promise<void> {
  const { rows } = await owner.query<{ lines: number }>('select count(*)::int as lines from retail.sale_line')
  const row = tableOf([
    `sales of …, over ${rows[0]?.lines.toLocaleString('en')} lines`,
    'added up by',
    'rows',
    'p50 ms',
    'p95 ms',
    `aim ${within}`,
    'beside a plain sum',
  ])
  for (const [what, { times: most, keys, ...period }] of Object.entries(periods)) {
    // A session lasts a quarter of an hour.
    const { read } = callsOf(base, (await signIn(base, 'admin')).login)
    const plain = await plainSum(owner, period)
    for (const by of keys) {
      const { took, answer } = await timeAsks(most, () =>
        read<{ rows: { total: string }[] }>(retailSalesReport.list.path, { ...period, by }),
      )
      const found = answer.rows
      const total = found.reduce((all, one) => all.plus(one.total), new Exact(0))
      if (!total.equals(plain))
        throw new Error(`${what} by ${by}: ${total.toFixed()} where a sum has ${plain}`)
      const slow = percentile(took, 0.95)
      const aim = slow <= within ? 'met' : 'MISSED'
      row([what, by, found.length, percentile(took, 0.5).toFixed(0), slow.toFixed(0), aim, 'equal'])
    }
  }
  process.stdout.write('\n')
}
