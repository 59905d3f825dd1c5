import { signIn } from './counter-house.ts'
import { history } from './history.ts'
import { timeAsks, withHistory } from './kept-data.ts'
import { percentile, tableOf } from './tools.ts'

// What is where, over two million movements of stock: each deal moves notes and local cash. `BENCH_DATA` names a folder that keeps
// the made-up history for the next time; `BENCH_ROWS` another number of deals.

const deals = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const within = 150
const times = 30
const port = 4733

const dayOf = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const month = { from: dayOf(40), to: dayOf(10) }
const report = '/posinventory/report'

interface Place {
  branchId: string
  itemId: string
}
const asks: Record<string, (place: Place) => [path: string, query: Record<string, string>]> = {
  position: () => [`${report}/position`, {}],
  'position of a branch': ({ branchId }) => [`${report}/position`, { branchId }],
  'average cost of a currency in a branch, a month': (place) => [
    `${report}/poolStory`,
    { ...place, ...month },
  ],
  'stock on hand, of the company, today': () => [
    `${report}/stockOnHand`,
    { level: 'company', date: dayOf(0) },
  ],
  'stock on hand, by branch, 200 days ago': () => [
    `${report}/stockOnHand`,
    { level: 'branch', date: dayOf(200) },
  ],
  'stock on hand, by place, 10 days ago': () => [
    `${report}/stockOnHand`,
    { level: 'place', date: dayOf(10) },
  ],
  'inventory change of a month, by branch': () => [
    `${report}/inventoryChange`,
    { level: 'branch', ...month },
  ],
  'inventory change of a month, of a branch, by place': ({ branchId }) => [
    `${report}/inventoryChange`,
    { level: 'place', branchId, ...month },
  ],
  'movements of a month, of a branch': ({ branchId }) => [
    `${report}/stockMovements`,
    { level: 'branch', branchId, ...month },
  ],
  'movements of a currency, a day': ({ itemId }) => [
    `${report}/stockMovements`,
    { level: 'branch', itemId, from: dayOf(10), to: dayOf(10) },
  ],
}

await withHistory(
  port,
  (parent) => history(parent, deals),
  async (base, owner) => {
    const { login } = await signIn(base, 'admin')
    const headers = { authorization: `Bearer ${login.userInfo.accessToken}` }
    const read = async (path: string, query: Record<string, string>) => {
      const reply = await fetch(`${base}${path}?${new URLSearchParams(query).toString()}`, { headers })
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as { rows: unknown[] }
    }
    const { rows } = await owner.query<Place & { moved: string }>(
      `select branch_id as "branchId", item_id as "itemId", count(*)::text as moved from ledger.line
     where item_id is not null and pool_seq is not null group by 1, 2 order by count(*) desc limit 1`,
    )
    const { rows: all } = await owner.query<{ moved: string }>(
      'select count(*)::text as moved from ledger.line where item_id is not null',
    )
    const [place] = rows
    if (!place) throw new Error('Nothing has moved')
    const { branchId, itemId } = place
    const row = tableOf([
      `what, over ${Number(all[0]?.moved).toLocaleString('en')} movements`,
      'rows',
      'p50 ms',
      'p95 ms',
      'aim',
    ])
    for (const [what, ask] of Object.entries(asks)) {
      const { took, answer } = await timeAsks(times, () => read(...ask({ branchId, itemId })))
      const slow = percentile(took, 0.95)
      row([
        what,
        answer.rows.length,
        percentile(took, 0.5).toFixed(1),
        slow.toFixed(1),
        slow <= within ? 'met' : 'MISSED',
      ])
    }
    process.stdout.write('\n')
  },
)
