import type pg from 'pg'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { payeeExpenses } from '#modules/bank/expenses/expenses.contract.ts'
import { bankTransactions } from '#modules/bank/register/register.contract.ts'
import { accounts as chart } from '#modules/ledger/accounts/accounts.contract.ts'
import { sure } from './model-house.ts'
import type { BankAccount } from './model-places.ts'
import type { Play } from './model-play.ts'
import { exact, sum, zero } from './model/numbers.ts'
import type { Line } from './model/types.ts'

// Accounts at banks and payables beside the model: pools, payables and expenses after every event, the screens after a batch.

const payable = '2020'

/** Pools of accounts, what of them is promised to deals, what each payee is owed in each branch, and what of each expense is paid. */
export async function compareBanks(play: Play, owner: pg.Client): Promise<void> {
  await comparePools(play, owner)
  await comparePayables(play, owner)
  const { rows } = await owner.query<{ id: string; total: string; paid: string; state: string }>(
    `select id, total, paid, state from bank.expense where company_id = $1 and state in ('posted', 'reversed')`,
    [play.house.companyId],
  )
  const expenses = new Map(play.book.expenses().map((one) => [one.id, one]))
  play.same('expenses that were posted', String(rows.length), String(expenses.size))
  for (const { id, total, paid, state } of rows) {
    const own = expenses.get(id)
    play.same(`total of expense ${id}`, total, own?.total.toFixed() ?? 'none')
    play.same(`paid of expense ${id}`, paid, own?.paid.toFixed() ?? 'none')
    play.same(`state of expense ${id}`, state, own?.isBack ? 'reversed' : 'posted')
  }
}

async function comparePools(play: Play, owner: pg.Client): Promise<void> {
  const foreign = play.house.banks.accounts.filter(({ item }) => item !== null)
  const { rows } = await owner.query<Record<'hand' | 'holder' | 'quantity' | 'reserved' | 'value', string>>(
    `select p.holder_id holder, p.quantity, p.value, h.on_hand hand, h.reserved from ledger.pool p
     join ledger.holding h on h.company_id = p.company_id and h.holder_id = p.holder_id and h.item_id = p.item_id
     where p.kind = 'bank' and p.company_id = $1`,
    [play.house.companyId],
  )
  play.same('pools at banks', String(rows.length), String(foreign.length))
  const pools = new Map(play.book.bankPools().map((one) => [one.item, one]))
  for (const { id, item, code } of foreign) {
    const row = rows.find(({ holder }) => holder === id)
    const pool = pools.get(item ?? '')
    const promised = play.book.bankReserved().flatMap((one) => (one.item === item ? exact(one.quantity) : []))
    const at = `account ${code} ${item}`
    play.same(`${at}: quantity`, row?.quantity ?? '0', pool?.quantity ?? '0')
    play.same(`${at}: value`, row?.value ?? '0', pool?.value ?? '0')
    play.same(`${at}: on hand`, row?.hand ?? '0', pool?.quantity ?? '0')
    play.same(`${at}: reserved`, row?.reserved ?? '0', sum(promised).toFixed())
  }
}

const isOwed = ({ role }: Line) => role === 'payeePayable'

async function comparePayables(play: Play, owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ key: string; owed: string }>(
    `select l.branch_id || ' ' || l.party_id as key, sum(l.amount) owed from ledger.line l
     join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
     where l.company_id = $1 and a.code = $2 group by 1`,
    [play.house.companyId, payable],
  )
  const there = new Map(rows.map(({ key, owed }) => [key, owed]))
  const here = new Map<string, string>()
  for (const { branch, party, amount } of play.book.journalLines().filter(isOwed)) {
    const key = `${branch} ${party}`
    here.set(key, amount.plus(here.get(key) ?? 0).toFixed())
  }
  for (const key of new Set([...there.keys(), ...here.keys()]))
    play.same(`owed to payee ${key}`, there.get(key) ?? '0', here.get(key) ?? '0')
}

/** Balance and local value of an account: of local money its ledger over all branches, of foreign money its pool. */
function balanceOf(play: Play, { item, role }: BankAccount) {
  if (item === null) {
    const lines = play.book.journalLines().filter((line) => line.role === role)
    const balance = sum(lines.map(({ amount }) => amount)).toFixed()
    return { balance, value: balance }
  }
  const pool = play.book.bankPools().find((one) => one.item === item)
  return { balance: pool?.quantity ?? '0', value: pool?.value ?? '0' }
}

/** What the screens say of accounts, of their registers, of payees and of what is open. */
export async function compareBankScreens(play: Play): Promise<void> {
  const { admin, banks } = play.house
  const { items } = await sure(admin.call(bankAccounts.list, { pageSize: 100 }))
  for (const account of banks.accounts) {
    const shown = items.find(({ id }) => id === account.id)
    const own = balanceOf(play, account)
    const ask = { accountId: account.id, from: '2020-01-01', to: '2099-12-31' }
    const register = await sure(admin.call(bankTransactions.list, ask))
    const at = `${account.code} account ${account.item ?? account.role}`
    play.same(`${at}: balance (screen)`, shown?.balance ?? 'none', own.balance)
    play.same(`${at}: value (screen)`, shown?.value ?? 'none', own.value)
    play.same(`${at}: closing of the register`, register.closing, own.balance)
    play.same(`${at}: value of the register`, register.closingValue, own.value)
  }
  const accountId = (await sure(admin.call(chart.list))).find(({ code }) => code === payable)?.id ?? ''
  const { parties } = await sure(admin.call(chart.parties, { accountId }))
  for (const { id } of banks.payees) {
    const expenses = play.book.expenses().filter(({ payee, isBack }) => payee === id && !isBack)
    const open = sum(expenses.map(({ total, paid }) => total.minus(paid)))
    const balance = parties.find((one) => one.id === id)?.balance ?? '0'
    play.same(`balance of payee ${id}`, balance, open.negated().toFixed())
    const listed = await sure(admin.call(payeeExpenses.listOpen, { payeeId: id }))
    const left = listed.reduce((total, one) => total.plus(one.open), zero)
    play.same(`open of payee ${id}`, left.toFixed(), open.toFixed())
  }
}
