import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { compareAll, compareStock } from './model-compare.ts'
import { books } from './crowd.ts'
import { bankActs, fillBanks } from './model-bank.ts'
import { correctionActs } from './model-corrections.ts'
import { countActs } from './model-counts.ts'
import { dealActs } from './model-deals.ts'
import { goodsActs, stockShop } from './model-goods.ts'
import { ledgerActs } from './model-ledger.ts'
import { limitActs } from './model-limits.ts'
import { openModelHouse } from './model-house.ts'
import { type Play, startPlay } from './model-play.ts'
import { saleActs } from './model-sales.ts'
import { fill, sellWhatIsNotThere, stockActs } from './model-stock.ts'
import { requestActs } from './model-requests.ts'
import { travelActs } from './model-travel.ts'
import { exact } from './model/numbers.ts'
import { startProgram, table, withFolder } from './tools.ts'

// Random events over all documents on the real server, each put into the model of the books as it was asked for; whatever the
// server then says of stock, cost, gain, accounts, lists and reports is held against the model.

const port = Number(process.env['BENCH_PORT'] ?? 4727)
const seed = Number(process.env['BENCH_SEED'] ?? 20_261_123)
const wanted = Number(process.env['BENCH_EVENTS'] ?? 2000)
const batch = 50

/** Figures that were held against one another, and where they differ: said once, until the difference is another. */
function watch() {
  const known = new Map<string, string>()
  const seen = { comparisons: 0, deviations: 0, play: undefined as Play | undefined }
  const deviates = (what: string) => {
    seen.deviations++
    process.stdout.write(`DEVIATION after ${seen.play?.now}: ${what}\n`)
  }
  const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)
  const same = (what: string, product: string, model: string) => {
    seen.comparisons++
    const areNumbers = isNumber(product) && isNumber(model)
    const gap = areNumbers
      ? exact(product).minus(model).toFixed()
      : product === model
        ? '0'
        : `${product} / ${model}`
    if ((known.get(what) ?? '0') === gap) return
    known.set(what, gap)
    if (gap !== '0') deviates(`${what}: product ${product}, model ${model}`)
  }
  return { seen, deviates, same }
}

const areas = {
  deals: dealActs,
  stock: stockActs,
  counts: countActs,
  travel: travelActs,
  requests: requestActs,
  corrections: correctionActs,
  limits: limitActs,
  sales: saleActs,
  goods: goodsActs,
  ledger: ledgerActs,
  bank: bankActs,
}
const chosen = (process.env['BENCH_AREAS'] ?? Object.keys(areas).join(',')).split(',')
const unknown = chosen.filter((name) => !(name in areas))
if (unknown.length > 0) throw new Error(`Areas: ${Object.keys(areas).join(', ')}`)
const acts = Object.entries(areas)
  .flatMap(([name, own]) => (chosen.includes(name) ? own : []))
  .flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

/** Plays until the server has accepted as many events as are wanted, and compares after each batch. */
async function play(run: Play, owner: pg.Client, events: number): Promise<void> {
  const acceptedNow = () => [...run.accepted.values()].reduce((sum, count) => sum + count, 0)
  let [last, compared] = [acceptedNow(), acceptedNow()]
  const stateOf = () => new Map(run.deals.map((known) => [known, known.latest.version]))
  let before = stateOf()
  while (acceptedNow() < events) {
    const act = run.dice.pick(acts)
    run.count++
    run.now = `#${run.count} ${(act as { title?: string }).title ?? act.name}`
    await act(run)
    if (acceptedNow() === last) continue
    last = acceptedNow()
    await compareStock({ play: run, owner })
    if (last - compared < batch && last < events) continue
    compared = last
    run.now = `the batch up to ${run.now}`
    await compareAll(
      { play: run, owner },
      run.deals.filter((known) => before.get(known) !== known.latest.version),
    )
    before = stateOf()
  }
}

/** As if the house were old: an account made just now counts as whoever made it, and its roles wait for a second person. */
async function age(owner: pg.Client): Promise<void> {
  await owner.query(`update access.account_hand set at = at - interval '1 year'`)
  await owner.query(
    `with given as (delete from access.role_request where user_id is not null returning company_id, user_id, role_id)
     insert into access.user_role (company_id, user_id, role_id) select * from given`,
  )
}

/** Lines of foreign money that went by a bank, and of how many of their deals they came back. */
function countByBank({ deals }: Play): [what: string, times: number][] {
  const lines = deals.flatMap(({ lines: all, handed, isReversed }) =>
    all.flatMap(({ side, account }, at) => (account && handed.has(at) ? { side, isReversed } : [])),
  )
  const count = (is: (line: (typeof lines)[number]) => boolean) => lines.filter(is).length
  return [
    ['bought', count(({ side }) => side === 'buy')],
    ['sold', count(({ side }) => side === 'sell')],
    ['of deals that were reversed', count(({ isReversed }) => isReversed)],
  ]
}

/** Has the next seal make the balances of all days from the lines alone. */
const balanceAnew = (owner: pg.Client, companyId: string) =>
  owner.query('delete from ledger.balanced_to where company_id = $1', [companyId])

/** Waits until the balances go up to the last seal of the journal. */
async function balanced(owner: pg.Client, companyId: string): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ isThere: boolean }>(
      `select exists (select from ledger.balanced_to b where b.company_id = $1 and b.number =
         (select max(number) from ledger.seal s where s.company_id = $1 and s.what = 'journal')) as "isThere"`,
      [companyId],
    )
    if (rows[0]?.isThere) return
    await pause(500)
  }
}

await withFolder(async (folder) => {
  const server = await startProgram(
    'apps/server/main.ts',
    { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
    /Agio is ready/,
  )
  const host = readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const owner = new pg.Client({ host, user: 'agio_owner', database: 'agio' })
  const { seen, ...watching } = watch()
  const started = performance.now()
  try {
    await owner.connect()
    await owner.query('set row_security = off')
    const house = await openModelHouse(`http://127.0.0.1:${port}/api`)
    await age(owner)
    const issued = await owner.query(`select from ledger.account where code = '2040'`)
    const options = { seed, isIssuedApart: issued.rowCount !== 0 }
    const run = startPlay(house, options, watching)
    seen.play = run
    run.now = '#0 opening of the house'
    await fill(run)
    fillBanks(run)
    await stockShop(run)
    await compareAll({ play: run, owner }, [])
    await sellWhatIsNotThere(run)
    await compareAll({ play: run, owner }, run.deals)
    await play(run, owner, wanted)
    await balanceAnew(owner, house.companyId)
    await play(run, owner, wanted + 1)
    await balanced(owner, house.companyId)
    run.now = 'the balances of all days were made anew'
    await compareAll({ play: run, owner }, [])
    const said = await books({ AGIO_DATA_DIR: folder })
    run.same('books', said, 'check clean, replay clean, verify clean')
    const events = [...run.accepted].toSorted(([, a], [, b]) => b - a)
    const refusals = [...run.refusals].toSorted(([, a], [, b]) => b - a)
    const count = (some: typeof events) => some.reduce((sum, [, times]) => sum + times, 0)
    const seconds = Math.round((performance.now() - started) / 1000)
    table(['accepted', 'times'], events)
    table(['refused', 'times'], refusals)
    table(['by a bank', 'times'], countByBank(run))
    table(
      ['seed', 'events', 'refusals', 'comparisons', 'deviations', 'seconds'],
      [[seed, count(events), count(refusals), seen.comparisons, seen.deviations, seconds]],
    )
    if (seen.deviations > 0) process.exitCode = 1
  } finally {
    await owner.end()
    await server.stop()
  }
})
