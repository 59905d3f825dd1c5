import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { settleFor, signIn, sure, tellerAt } from './counter-house.ts'
import { countOf } from './crowd.ts'
import { history, tellers } from './history.ts'
import { ownerOf, start } from './kept-data.ts'
import { percentile, tableOf } from './tools.ts'

// What three years of trade cost beside two months of it: the same acts, in turns, at both. `BENCH_DATA` names a folder that keeps
// the made-up histories for the next time; `BENCH_ROWS` other sizes.

const [small = 100_000, large = 2_000_000] = (process.env['BENCH_ROWS'] ?? '100000,2000000')
  .split(',')
  .map(Number)
const ports = [4731, 4732] as const
const seconds = 8
const rounds = 3
const most = 1.3
/** A deal may take longer where a year is added up, which grows with its days. */
const yearWithin = 1000

const manage = '/postransaction/manage'
const filter = (key: string, operator: string, value: unknown, type: string) => ({
  filters: [{ key, operator, value, type }],
})
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const dayOf = (days: number) => daysAgo(days).slice(0, 10)

interface Place {
  dollars: string
  accountId: string
  entryId: string
}
type Ask = (place: Place) => [path: string, body: object | undefined]
const asks: Record<string, Ask> = {
  'deals, first page': () => [`${manage}/list`, {}],
  'deals in a state, 99 %': () => [`${manage}/list`, filter('state', 'Equals', 'settled', 'select')],
  'deals in a state, 1 %': () => [`${manage}/list`, filter('state', 'Equals', 'cancelled', 'select')],
  'deals above an amount, 1 %': () => [`${manage}/list`, filter('amount', 'Greater Than', 4150, 'Number')],
  'deals since a week': () => [`${manage}/list`, filter('createdAt', 'Greater Than', daysAgo(7), 'Date')],
  'deals until a week ago': () => [`${manage}/list`, filter('createdAt', 'Less Than', daysAgo(7), 'Date')],
  'deals of a name, 1 %': () => [`${manage}/list`, filter('customerName', 'Contains', 'Tan 1', 'String')],
  'deals of a currency, 3 %': () => [`${manage}/list`, filter('currencies', 'Contains', 'USD', 'String')],
  'history of deals': () => [`${manage}/history`, {}],
  'totals of a day': () => [`${manage}/totals`, filter('businessDate', 'Equals', dayOf(3), 'Date')],
  'journal, first page': () => ['/posaccounting/generalledger/list', {}],
  'journal of a day': () => [
    '/posaccounting/generalledger/list',
    filter('businessDate', 'Equals', dayOf(3), 'Date'),
  ],
  'an entry of the journal': ({ entryId }) => [
    `/posaccounting/generalledger/getById?id=${entryId}`,
    undefined,
  ],
  'accounts with their balances': () => ['/posaccounting/ledger/list', undefined],
  'detail ledger of a week': ({ accountId }) => [
    `/posaccounting/detailledgeranalysis/list?accountId=${accountId}&from=${dayOf(10)}&to=${dayOf(3)}`,
    undefined,
  ],
  'end of a month': () => [`/posaccounting/monthend/get?month=${dayOf(40).slice(0, 7)}`, undefined],
  'profit of a month': () => ['/posreport/managereport/profitLoss', { from: dayOf(31), to: dayOf(1) }],
  'profit of a year': () => ['/posreport/managereport/profitLoss', { from: dayOf(365), to: dayOf(1) }],
}

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')

/** Closes the day of a counter by what lies there, and opens the next; answers how many milliseconds the close took. */
async function closeAndOpen(base: string, owner: pg.Client, counterId: string): Promise<number> {
  const admin = await signIn(base, 'admin')
  const { rows } = await owner.query<{ id: string; version: number }>(
    `select id, version from inventory.day where counter_id = $1 and state <> 'closed'`,
    [counterId],
  )
  const lines = await countOf({ host: owner.host, user: 'agio_owner', database: 'agio' }, counterId)
  const began = performance.now()
  await sure(admin.call('/posinventory/day/close', { ...rows[0], lines }))
  const took = performance.now() - began
  await sure(admin.call('/posinventory/day/open', { counterId, lines }))
  return took
}

const parent = process.env['BENCH_DATA'] ?? mkdtempSync(join(tmpdir(), 'agio-years-'))
mkdirSync(parent, { recursive: true })
try {
  const sides = []
  for (const [at, deals] of [small, large].entries()) {
    const folder = await history(parent, deals)
    const server = await start(folder, ports[at] ?? 0)
    const base = `http://127.0.0.1:${ports[at]}/api`
    const owner = await ownerOf(folder)
    const { companyId } = (await signIn(base, 'admin')).login.company
    const { rows } = await owner.query<Place>(
      `select a.id as "accountId", (select id from ledger.entry e where e.company_id = a.company_id
         order by at offset 1000 limit 1) as "entryId",
         (select id from currencies.currency c where c.company_id = a.company_id and c.code = 'USD') as dollars
       from ledger.account a where a.company_id = $1 and a.code = '1000'`,
      [companyId],
    )
    const [place] = rows
    if (!place) throw new Error('No account')
    const { rows: open } = await owner.query<{ id: string }>(
      `select distinct counter_id as id from inventory.day where company_id = $1 order by 1`,
      [companyId],
    )
    for (const { id } of open) await closeAndOpen(base, owner, id)
    const house = []
    for (let number = 0; number < tellers; number += 1) house.push(await tellerAt(base, number))
    sides.push({
      base,
      server,
      owner,
      house,
      open,
      place,
      times: new Map<string, number[]>(),
      settled: 0,
      folder,
    })
  }
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const side of sides) {
        const { base, owner, house, open, place, times } = side
        const admin = await signIn(base, 'admin')
        const timed = async (what: string, work: () => Promise<unknown>) => {
          const began = performance.now()
          await work()
          times.set(what, [...(times.get(what) ?? []), performance.now() - began])
        }
        for (const teller of house) await teller.sit()
        await settleFor(house, place.dollars, 2)
        const run = await settleFor(house, place.dollars, seconds)
        side.settled += run.times.length / run.took / rounds
        for (const [what, ask] of Object.entries(asks)) {
          const [path, body] = ask(place)
          const call = async () => {
            const token = admin.login.userInfo.accessToken
            const reply = await fetch(`${base}${path}`, {
              headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
              ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
            })
            if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
            await reply.text()
          }
          await call()
          for (let time = 0; time < 10; time += 1) await timed(what, call)
        }
        for (const { id } of open) {
          const took = await closeAndOpen(base, owner, id)
          times.set('close of a day', [...(times.get('close of a day') ?? []), took])
        }
      }
    const row = tableOf([
      'what',
      `${small} deals, p50 ms`,
      `${large} deals, p50 ms`,
      'ratio',
      'p95 ms',
      'aim',
    ])
    const [one, two] = sides as [(typeof sides)[number], (typeof sides)[number]]
    const faster = one.settled / two.settled
    row([
      'settled deals a second, 8 tellers',
      one.settled.toFixed(0),
      two.settled.toFixed(0),
      faster.toFixed(2),
      '',
      verdict(faster <= most),
    ])
    for (const [what, before] of one.times) {
      const after = two.times.get(what) ?? []
      const [a, b, slow] = [percentile(before, 0.5), percentile(after, 0.5), percentile(after, 0.95)]
      const isYear = what === 'profit of a year'
      row([
        what,
        a.toFixed(1),
        b.toFixed(1),
        (b / a).toFixed(2),
        slow.toFixed(1),
        isYear ? `${verdict(slow <= yearWithin)}, within 1 s` : verdict(b / a <= most),
      ])
    }
    for (const { owner, folder } of sides) {
      const { rows } = await owner.query<{ mb: string }>(
        `select (pg_database_size('agio') / 1e6)::int::text as mb`,
      )
      process.stdout.write(`\n${folder}: ${rows[0]?.mb} MB`)
    }
    process.stdout.write('\n')
  } finally {
    for (const { owner, server } of sides) {
      await owner.end()
      await server.stop()
    }
  }
} finally {
  if (!process.env['BENCH_DATA']) rmSync(parent, { recursive: true, force: true })
}
