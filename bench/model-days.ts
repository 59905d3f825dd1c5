import type pg from 'pg'
import { accounts } from '#modules/ledger/accounts/accounts.contract.ts'
import { detailLedger } from '#modules/ledger/journal/journal.contract.ts'
import { sure } from './model-house.ts'
import type { Play } from './model-play.ts'
import { exact } from './model/numbers.ts'
import type { Line } from './model/types.ts'

// The balances of every day, by place, item and party, beside the model's lines: what the seals have taken up, and what waits for one.

interface Row {
  branch: string
  code: string
  day: string
  counter: string | null
  item: string | null
  type: string | null
  party: string | null
  quantity: string
  value: string
}

type Figures = Map<string, string>

const add = (figures: Figures, key: string, value: string) =>
  void figures.set(
    key,
    exact(figures.get(key) ?? 0)
      .plus(value)
      .toFixed(),
  )

/** What both keep by place and item: cash in drawers and vaults, and notes. */
const inPlaces = new Set(['1000', '1010', '1100'])
const payable = '2000'

async function rowsOf(owner: pg.Client, companyId: string, branchIds: readonly string[]): Promise<Row[]> {
  await owner.query(`select set_config('app.company_id', $1, false)`, [companyId])
  const { rows } = await owner.query<Row>(
    `select l.branch_id branch, a.code, l.business_date::text as day, l.counter_id counter, l.item_id item, l.party_type as type,
       l.party_id party, sum(l.quantity) quantity, sum(l.value) as value
     from (
       select account_id, branch_id, business_date, counter_id, item_id, party_type, party_id, quantity, value
       from ledger.day_balance where company_id = $1
       union all
       select account_id, branch_id, business_date, counter_id, item_id, party_type, party_id, coalesce(quantity, 0), amount
       from ledger.tail_line
     ) l join ledger.account a on a.company_id = $1 and a.id = l.account_id
     where l.branch_id = any($2) group by 1, 2, 3, 4, 5, 6, 7`,
    [companyId, branchIds],
  )
  return rows
}

/** Every day of every account, what lies at each place on it, and what is owed to each customer. */
export async function compareDays(
  { play, owner }: { play: Play; owner: pg.Client },
  { codeOf, itemOf }: { codeOf: (line: Line) => string; itemOf: (id: string) => string },
): Promise<void> {
  const branchIds = play.house.branches.map(({ id }) => id)
  const onFile = new Set(play.house.customers)
  const [there, here]: [Figures, Figures] = [new Map(), new Map()]
  for (const { branch, code, day, counter, item, type, party, quantity, value } of await rowsOf(
    owner,
    play.house.companyId,
    branchIds,
  )) {
    const key = `${branch} ${code} ${day}`
    add(there, key, value)
    if (inPlaces.has(code)) add(there, `${key} ${counter ?? 'vault'} ${itemOf(item ?? '')}`, quantity)
    if (code === payable) add(there, `${key} ${type === 'customer' ? party : 'walk-ins'}`, value)
  }
  for (const line of play.book.journalLines()) {
    const code = codeOf(line)
    const key = `${line.branch} ${code} ${line.date}`
    add(here, key, line.amount.toFixed())
    if (inPlaces.has(code)) add(here, `${key} ${line.place} ${line.item}`, line.quantity.toFixed())
    if (code === payable)
      add(here, `${key} ${onFile.has(line.party ?? '') ? line.party : 'walk-ins'}`, line.amount.toFixed())
  }
  for (const key of new Set([...there.keys(), ...here.keys()]))
    play.same(`day ${key}`, there.get(key) ?? '0', here.get(key) ?? '0')
  await compareOpenings(play, codeOf)
}

/** What the detail ledger says that an account came to before a day, and the list by party. */
async function compareOpenings(play: Play, codeOf: (line: Line) => string): Promise<void> {
  const lines = play.book.journalLines()
  const [from] = [...new Set(lines.map(({ date }) => date))].toSorted().slice(-2)
  if (from === undefined) return
  const chart = await sure(play.house.admin.call(accounts.list))
  for (const { id, code } of chart)
    for (const { id: branchId } of play.house.branches) {
      const own = lines.filter(
        (line) => line.branch === branchId && codeOf(line) === code && line.date < from,
      )
      if (own.length === 0) continue
      const sum = own.reduce((total, { amount }) => total.plus(amount), exact(0))
      const ask = { accountId: id, branchId, from, to: '2099-12-31' }
      const shown = await sure(play.house.admin.call(detailLedger.list, ask))
      play.same(`opening of ${code} in ${branchId}`, shown.opening, sum.toFixed())
    }
  const owed = new Map<string, string>()
  for (const line of lines) if (codeOf(line) === payable) add(owed, line.party ?? '', line.amount.toFixed())
  const accountId = chart.find(({ code }) => code === payable)?.id ?? ''
  const { parties } = await sure(play.house.admin.call(accounts.parties, { accountId }))
  for (const id of play.house.customers)
    play.same(`owed to ${id}`, parties.find((one) => one.id === id)?.balance ?? '0', owed.get(id) ?? '0')
}
