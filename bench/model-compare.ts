// Long because every figure that the product shows is held here against the same figure of the model.
import type pg from 'pg'
import { accounts } from '#modules/ledger/accounts/accounts.contract.ts'
import { detailLedger } from '#modules/ledger/journal/journal.contract.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { profitReport } from '#modules/reports/profit/profit.contract.ts'
import { reportCandidates } from '#modules/cases/report-candidates/report-candidates.contract.ts'
import { verification } from '#modules/exchange/verification/verification.contract.ts'
import { stock } from '#modules/inventory/stock/stock.contract.ts'
import { compareBanks, compareBankScreens } from './model-bank-compare.ts'
import { compareDays } from './model-days.ts'
import { sure } from './model-house.ts'
import type { Known, Play } from './model-play.ts'
import { cashRule } from './model-rules.ts'
import { compareGoods, compareShop } from './model-goods-compare.ts'
import { compareReports, compareRequests, compareTransit } from './model-travel-compare.ts'
import { exact, sum } from './model/numbers.ts'
import type { Line } from './model/types.ts'

type Figures = Map<string, string>

/** The accounts of the product's chart by the part they have in the model; the vault's cash stands apart. */
const codes: Record<string, string> = {
  stock: '1100',
  cashInTransit: '1020',
  stockInTransit: '1110',
  dueFrom: '1410',
  dueTo: '1410',
  claimReceivable: '1430',
  counterfeitLoss: '5030',
  transitLoss: '5070',
  damagedNotes: '5080',
  bank: '1200',
  bankSavings: '1201',
  bankForeign: '1210',
  payeePayable: '2020',
  inputTax: '2110',
  cardClearing: '1310',
  chequesInHand: '1320',
  chequesIssued: '2040',
  payable: '2000',
  outputTax: '2100',
  openingEquity: '3020',
  realisedGain: '4000',
  feeIncome: '4020',
  rounding: '4040',
  realisedLoss: '5000',
  cashShortOver: '5020',
  goods: '1120',
  goodsInTransit: '1130',
  suppliers: '2050',
  retailSales: '4030',
  retailCost: '5060',
  goodsLoss: '5061',
  goodsOwnUse: '5062',
  stockRevaluation: '1190',
  unrealisedGain: '4050',
  unrealisedLoss: '5010',
  bankCharges: '5050',
  capital: '3000',
  prepaid: '1500',
  expense: '6000',
  suspense: '2200',
}
const codeOf = ({ role, place }: Line) =>
  role === 'cash' ? (place === 'vault' ? '1010' : '1000') : (codes[role] ?? role)

const plus = (figures: Figures, key: string, value: string | { toFixed: () => string }) => {
  const next = exact(figures.get(key) ?? 0).plus(typeof value === 'string' ? value : value.toFixed())
  figures.set(key, next.toFixed())
}

/** Every figure of both; what one of them lacks is zero there. */
function compare(play: Play, what: string, product: Figures, model: Figures): void {
  for (const key of new Set([...product.keys(), ...model.keys()]))
    play.same(`${what}, ${key}`, product.get(key) ?? '0', model.get(key) ?? '0')
}

interface Look {
  play: Play
  /** As the owner of the tables, whom no row-level security holds. */
  owner: pg.Client
}

const branchNames = ({ house }: Play) => new Map(house.branches.map(({ id }, at) => [id, `N${at + 1}`]))
function names(play: Play) {
  const branch = branchNames(play)
  const places = new Map(
    play.house.branches.flatMap(({ counters }) =>
      counters.map(({ id }, at) => [id, `counter ${at + 1}`] as const),
    ),
  )
  const items = new Map(play.house.items.map(({ id, code }) => [id, code]))
  return {
    of: (id: string) => branch.get(id) ?? id,
    at: (id: string | null) => (id === null || id === 'vault' ? 'vault' : (places.get(id) ?? id)),
    item: (id: string) => items.get(id) ?? id,
  }
}

/** Pools and holdings as the tables have them; soon done, and so after every event. */
export async function compareStock({ play, owner }: Look): Promise<void> {
  const { of, at, item } = names(play)
  const ids = play.house.branches.map(({ id }) => id)
  const pools = await owner.query<{ branch: string; item: string; quantity: string; value: string }>(
    `select branch_id branch, item_id item, quantity, value from ledger.pool where kind = 'notes' and branch_id = any($1)`,
    [ids],
  )
  const product: Figures = new Map()
  const model: Figures = new Map()
  for (const { branch, item: id, quantity, value } of pools.rows) {
    plus(product, `${of(branch)} ${item(id)} quantity`, quantity)
    plus(product, `${of(branch)} ${item(id)} value`, value)
  }
  for (const { branch, item: code, quantity, value } of play.book.pools()) {
    plus(model, `${of(branch)} ${code} quantity`, quantity)
    plus(model, `${of(branch)} ${code} value`, value)
  }
  compare(play, 'pool (tables)', product, model)
  const held = await owner.query<{
    branch: string
    counter: string | null
    item: string
    hand: string
    reserved: string
  }>(
    `select branch_id branch, counter_id counter, item_id item, on_hand hand, reserved from ledger.holding where holder_id is null and branch_id = any($1)
       and item_id <> all($2)`,
    [ids, play.house.goods.map(({ id }) => id)],
  )
  const [there, here]: [Figures, Figures] = [new Map(), new Map()]
  for (const one of held.rows) {
    const key = `${of(one.branch)} ${at(one.counter)} ${item(one.item)}`
    plus(there, key, one.hand)
    plus(there, `${key} reserved`, one.reserved)
  }
  for (const one of play.book.holdings())
    plus(here, `${of(one.branch)} ${at(one.place)} ${one.item}`, one.quantity)
  for (const [key, value] of reserved(play)) plus(here, `${key} reserved`, value)
  compare(play, 'holding (tables)', there, here)
  await compareTransit(play, owner)
  await compareGoods(play, owner)
  await compareBanks(play, owner)
}

/** What is promised: notes by the model, local cash that is to be paid out by what was agreed, and what is packed. */
function reserved(play: Play): Figures {
  const { of, at } = names(play)
  const figures: Figures = new Map()
  for (const one of play.book.reserved())
    plus(figures, `${of(one.branch)} ${at(one.place)} ${one.item}`, one.quantity)
  for (const known of play.deals.filter(({ latest }) =>
    ['waiting', 'pending', 'partiallySettled'].includes(latest.state),
  ))
    for (const { id, direction, modeKind, amount } of known.latest.payments)
      if (direction === 'out' && modeKind === 'cash' && !known.paid.has(id))
        plus(figures, `${of(known.branch.id)} ${at(known.counter.id)} ${play.house.local.code}`, amount)
  for (const { from, lines } of play.travels.filter(
    ({ state }) => state === 'created' || state === 'approved',
  ))
    for (const { item, quantity } of lines)
      plus(figures, `${of(from.branchId)} ${at(from.counterId)} ${item.code}`, quantity)
  return figures
}

const span = { from: '2020-01-01', to: '2099-12-31' }

/** Every account's balance by branch, its debits and credits, by the tables and by the screens. */
async function compareAccounts({ play, owner }: Look): Promise<void> {
  const { of } = names(play)
  const ids = play.house.branches.map(({ id }) => id)
  const { rows } = await owner.query<{
    branch: string
    code: string
    debit: string
    credit: string
    day: string
  }>(
    `select l.branch_id branch, a.code, l.business_date::text as day,
       coalesce(sum(l.amount) filter (where l.amount > 0), 0) debit, coalesce(-sum(l.amount) filter (where l.amount < 0), 0) credit
     from ledger.line l join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
     where l.branch_id = any($1) group by 1, 2, 3`,
    [ids],
  )
  const [there, here, balances, company]: [Figures, Figures, Figures, Figures] = [
    new Map(),
    new Map(),
    new Map(),
    new Map(),
  ]
  for (const { branch, code, debit, credit, day } of rows) {
    plus(there, `${of(branch)} ${code} ${day} balance`, exact(debit).minus(credit))
    plus(there, `${of(branch)} ${code} ${day} debit`, debit)
  }
  for (const line of play.book.journalLines()) {
    const key = `${of(line.branch)} ${codeOf(line)}`
    plus(here, `${key} ${line.date} balance`, line.amount)
    if (line.amount.gt(0)) plus(here, `${key} ${line.date} debit`, line.amount)
    plus(balances, `${line.branch} ${codeOf(line)}`, line.amount)
    plus(company, codeOf(line), line.amount)
  }
  compare(play, 'trial balance (tables)', there, here)
  const chart = await sure(play.house.admin.call(accounts.list))
  for (const { id, code, balance } of chart) {
    play.same(`balance of ${code}`, balance, company.get(code) ?? '0')
    for (const branchId of ids) {
      const model = balances.get(`${branchId} ${code}`)
      if (model === undefined) continue
      const shown = await sure(play.house.admin.call(detailLedger.list, { accountId: id, branchId, ...span }))
      play.same(`ledger of ${code} in ${of(branchId)}`, shown.closing, model)
    }
  }
  const total = sum(chart.map(({ balance }) => exact(balance)))
  play.same('sum of all accounts', total.toFixed(), '0')
  const uneven = await owner.query(
    'select entry_id from ledger.line group by entry_id, branch_id having sum(amount) <> 0',
  )
  play.same('entries that do not balance in a branch', String(uneven.rowCount), '0')
}

/** Stock as the screen shows it: by place, what of it is promised, and its worth, which adds up to the pool. */
async function compareScreen({ play }: Look): Promise<void> {
  const { of, at, item } = names(play)
  const shown = await sure(play.house.admin.call(stock.list, {}))
  const [there, here]: [Figures, Figures] = [new Map(), new Map()]
  const inHouse = new Set(play.house.branches.map(({ id }) => id))
  for (const line of shown.lines.filter(({ branchId }) => inHouse.has(branchId))) {
    const key = `${of(line.branchId)} ${at(line.counterId)} ${item(line.itemId)}`
    plus(there, key, line.onHand)
    plus(there, `${key} reserved`, line.reserved)
    plus(there, `${of(line.branchId)} ${item(line.itemId)} value`, line.value)
  }
  for (const one of play.book.holdings()) {
    plus(here, `${of(one.branch)} ${at(one.place)} ${one.item}`, one.quantity)
    if (one.item === play.house.local.code) plus(here, `${of(one.branch)} ${one.item} value`, one.quantity)
  }
  for (const [key, value] of reserved(play)) plus(here, `${key} reserved`, value)
  for (const one of play.book.pools()) plus(here, `${of(one.branch)} ${one.item} value`, one.value)
  compare(play, 'stock (screen)', there, here)
  play.same(
    'total of stock (screen)',
    shown.total,
    sum([...here].flatMap(([key, value]) => (key.endsWith(' value') ? exact(value) : []))).toFixed(),
  )
}

/** Profit and loss by branch and currency; a part of a currency counts with it. */
async function compareProfit({ play, owner }: Look): Promise<void> {
  const { of } = names(play)
  const { rows } = await sure(play.house.admin.call(profitReport.profitLoss, span))
  const [there, here]: [Figures, Figures] = [new Map(), new Map()]
  const parts = ['bought', 'sold', 'buy', 'sell', 'cost', 'dealing', 'holding', 'realised'] as const
  for (const row of rows)
    for (const part of parts) plus(there, `${of(row.branchId)} ${row.code} ${part}`, row[part] ?? '0')
  const currencyOf = (code: string) => code.split('-')[0] ?? code
  for (const gain of play.book.gains()) {
    const key = `${of(gain.branch)} ${currencyOf(gain.item)}`
    const isSale = gain.kind === 'sale' || gain.kind === 'reversal'
    const figures = {
      ...(isSale && { sold: gain.quantity, sell: gain.proceeds, cost: gain.cost }),
      dealing: gain.margin,
      holding: gain.holding,
      realised: gain.gain,
    }
    for (const [part, value] of Object.entries(figures)) plus(here, `${key} ${part}`, value)
  }
  for (const known of play.deals.filter(({ isReversed }) => !isReversed))
    for (const position of known.handed) {
      const line = known.locals[position]
      if (line?.side !== 'buy') continue
      plus(here, `${of(known.branch.id)} ${currencyOf(line.item)} bought`, line.quantity)
      plus(here, `${of(known.branch.id)} ${currencyOf(line.item)} buy`, line.local)
    }
  compare(play, 'profit and loss', there, here)
  await compareWithJournal({ play, owner })
}

/** The profit of each day, as the report says it, beside what moved on the accounts of gain and loss; and what the house's own look says. */
async function compareWithJournal({ play, owner }: Look): Promise<void> {
  const { of, item } = names(play)
  const { rows } = await owner.query<{ branch: string; id: string; day: string; gain: string }>(
    `select l.branch_id branch, l.item_id id, l.business_date::text as day, -sum(l.amount) gain
     from ledger.line l join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
     where a.code in ('4000', '5000') and l.branch_id = any($1) group by 1, 2, 3`,
    [play.house.branches.map(({ id }) => id)],
  )
  const [there, here]: [Figures, Figures] = [new Map(), new Map()]
  for (const { branch, id, day, gain } of rows)
    plus(here, `${of(branch)} ${item(id).split('-')[0] ?? ''} ${day}`, gain)
  for (const day of new Set(rows.map((row) => row.day))) {
    const report = await sure(play.house.admin.call(profitReport.profitLoss, { from: day, to: day }))
    for (const { branchId, code, realised } of report.rows)
      plus(there, `${of(branchId)} ${code} ${day}`, realised ?? '0')
  }
  compare(play, 'profit beside the journal', there, here)
}

/** What each deal has earned, line by line, as the deal shows it. */
async function compareGains({ play }: Look, deal: Known): Promise<void> {
  const shown = await sure(play.house.admin.call(deals.getById, { id: deal.latest.id }))
  for (const [position, gain] of deal.gains)
    for (const part of ['purchaseMargin', 'dealing', 'holding', 'realised'] as const)
      play.same(
        `${part} of line ${position} of ${shown.number}`,
        shown.lines[position]?.gain?.[part] ?? '',
        gain[part],
      )
  if (deal.isReversed || deal.handed.size === 0) return
  const sold = [...deal.gains].flatMap(([position, gain]) =>
    deal.locals[position]?.side === 'sell' ? gain : [],
  )
  for (const part of ['dealing', 'holding', 'realised'] as const)
    play.same(
      `${part} of ${shown.number}`,
      shown.gain?.[part] ?? '',
      sum(sold.map((one) => exact(one[part]))).toFixed(),
    )
}

const groups = [['settled', 'partiallySettled'], ['waiting', 'pending'], ['reversed']] as const

/** Lists and their sums, by branch and state. */
async function compareLists({ play }: Look): Promise<void> {
  const { of } = names(play)
  for (const { id: branchId } of play.house.branches)
    for (const states of groups) {
      const filters = [
        { key: 'branchId' as const, operator: 'Equals' as const, value: [branchId] },
        { key: 'state' as const, operator: 'Equals' as const, value: [...states] },
      ]
      const shown = await sure(play.house.admin.call(deals.totals, { filters }))
      const own = play.deals.filter(
        ({ branch, latest }) =>
          branch.id === branchId && (states as readonly string[]).includes(latest.state),
      )
      const all = (side: string, part: 'local' | 'quantity', code?: string) =>
        sum(
          own
            .flatMap(({ isReversed, locals }) => (isReversed ? [] : locals))
            .flatMap((line) =>
              line.side === side && (code === undefined || line.item.split('-')[0] === code)
                ? exact(line[part])
                : [],
            ),
        ).toFixed()
      const what = `sums of ${states.join(' and ')} in ${of(branchId)}`
      // What came back is in no sum but that of what it left.
      const counted = own.filter(({ isReversed }) => !isReversed)
      play.same(`${what}: deals`, String(shown.deals), String(counted.length))
      play.same(`${what}: buy`, shown.buy, all('buy', 'local'))
      play.same(`${what}: sell`, shown.sell, all('sell', 'local'))
      play.same(`${what}: fee`, shown.fee, sum(counted.map(({ fee }) => fee)).toFixed())
      const gained = own.flatMap((known) =>
        known.isReversed ? known.returned : [...known.gains.values()].map(({ realised }) => exact(realised)),
      )
      play.same(`${what}: realised`, shown.realised ?? '0', sum(gained).toFixed())
      for (const { code, bought, sold, buy, sell } of shown.currencies) {
        play.same(`${what}: ${code} bought`, bought, all('buy', 'quantity', code))
        play.same(`${what}: ${code} sold`, sold, all('sell', 'quantity', code))
        play.same(`${what}: ${code} buy`, buy, all('buy', 'local', code))
        play.same(`${what}: ${code} sell`, sell, all('sell', 'local', code))
      }
    }
  for (const [name, states] of [
    ['pending', ['waiting', 'pending', 'partiallySettled']],
    ['history', ['settled', 'partiallySettled', 'reversed']],
    ['cancelled', ['cancelled', 'rejected']],
  ] as const) {
    const { pagination } = await sure(play.house.admin.call(deals[name], { pageSize: 20 }))
    const own = play.deals.filter(({ latest }) => (states as readonly string[]).includes(latest.state))
    play.same(`rows of the list ${name}`, String(pagination.totalItems), String(own.length))
  }
}

/** Candidates for a report of notes of a day: which deals, what of them still counts, and whether it crosses. */
async function compareCandidates({ play, owner }: Look): Promise<void> {
  const filters = [{ key: 'code' as const, operator: 'Equals' as const, value: [cashRule.code] }]
  const { items } = await sure(play.house.compliance.call(reportCandidates.list, { filters, pageSize: 1000 }))
  const { rows } = await owner.query<{ id: string; deals: string[] }>(
    'select candidate_id id, array_agg(subject_id::text order by subject_id::text) deals from cases.report_candidate_subject group by 1',
  )
  const dealsOf = new Map(rows.map(({ id, deals: ids }) => [id, ids.join(' ')]))
  const there: Figures = new Map()
  const here: Figures = new Map()
  for (const { id, total, isCrossed } of items) there.set(dealsOf.get(id) ?? '', `${total} ${isCrossed}`)
  for (const one of play.cash.candidates()) here.set(one.deals.join(' '), `${one.total} ${one.isCrossed}`)
  play.same('candidates for a cash report', String(there.size), String(here.size))
  for (const key of new Set([...there.keys(), ...here.keys()]))
    play.same(`candidate of ${key}`, there.get(key) ?? 'none', here.get(key) ?? 'none')
}

/** What a printed receipt proves to whoever holds it. */
async function compareReceipt(
  { play, owner }: Look,
  { latest, locals, due, isReversed }: Known,
): Promise<void> {
  const { rows } = await owner.query<{ seal: string }>('select seal from exchange.deal where id = $1', [
    latest.id,
  ])
  const bytes = [play.house.companyId, latest.id].map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'))
  const code = Buffer.concat([...bytes, Buffer.from(rows[0]?.seal ?? '', 'base64url')]).toString('base64url')
  const { status, body } = await play.house.admin.call(verification.verify, { code })
  // Anybody may ask, and so nobody may ask often.
  if (status === 429) return
  const { receipt } = body
  const what = `receipt of ${latest.number}`
  play.same(`${what}: state`, receipt?.state ?? 'none', isReversed ? 'void' : 'issued')
  play.same(`${what}: total`, receipt?.total ?? '', due.toFixed(2))
  const amounts = (receipt?.lines ?? []).map(({ amount }) => amount).join(' ')
  play.same(`${what}: amounts`, amounts, locals.map(({ local }) => local).join(' '))
}

/** Everything, after a batch; the deals are those that have changed in it. */
export async function compareAll(look: Look, changed: readonly Known[]): Promise<void> {
  await compareStock(look)
  await compareScreen(look)
  await compareAccounts(look)
  await compareDays(look, { codeOf, itemOf: names(look.play).item })
  await compareProfit(look)
  await compareLists(look)
  await compareCandidates(look)
  await compareReports(look.play)
  await compareRequests(look.play)
  await compareShop(look.play, look.owner)
  await compareBankScreens(look.play)
  for (const known of changed) await compareGains(look, known)
  const printed = changed.find(({ latest }) => latest.state === 'settled' || latest.state === 'reversed')
  if (printed) await compareReceipt(look, printed)
  for (const fault of look.play.book.faults()) look.play.deviates(`the model itself: ${fault}`)
}
