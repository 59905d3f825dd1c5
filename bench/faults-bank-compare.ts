import type pg from 'pg'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { sure } from './counter-house.ts'
import { ask } from './crowd.ts'
import type { Answered, Clerk } from './faults-bank-house.ts'

// What became of money at banks after everything was killed: each document once, each line in one match, each balance its postings.

/** Each document that moves something, with the events that its state has posted. */
const documents = {
  expenses: `select id, array['payeeExpense'] as due from bank.expense where state = 'posted'`,
  payments: `select id, array['payeePayment'] || case state when 'reversed' then array['payeePayment.reversed'] else '{}' end as due
    from bank.payment`,
  transfers: `select id, array['bankTransferSent'] || case state when 'arrived' then array['bankTransferArrived']
    when 'takenBack' then array['bankTransferSent.reversed'] else '{}' end as due from bank.transfer`,
  matches: `select id, '{}'::text[] as due from bank.line_match`,
  statements: `select id, '{}'::text[] as due from bank.statement`,
} as const
type Kind = keyof typeof documents

/** Those that were answered and are not there with just their entries, that were answered twice, and that nobody heard of. */
async function compareDocuments(owner: pg.ClientConfig, kind: Kind, answered: readonly string[]) {
  const rows = await ask<{ id: string; isWhole: boolean }>(
    owner,
    `select d.id, coalesce(array_agg(e.event order by e.event) filter (where e.event is not null and e.source_type <> 'bankMatch'), '{}')
       = array(select unnest(d.due) order by 1) as "isWhole"
     from (${documents[kind]}) d left join ledger.entry e on e.source_id = d.id group by d.id, d.due`,
  )
  const whole = new Map(rows.map(({ id, isWhole }) => [id, isWhole]))
  const heard = new Set(answered)
  const notOnce = answered.filter((id) => !whole.get(id)).length
  const twice = answered.length - heard.size
  const unheard = rows.filter(({ id }) => !heard.has(id)).length
  return `${answered.length} ${kind} answered, ${notOnce} not there with their entries, ${twice} made twice, ${unheard} not answered`
}

/** Each as a query that counts what must not be. */
const faults = {
  'lines in two matches': `select count(*) from (select line_id from bank.match_line group by 1 having count(*) > 1) t`,
  'matches that do not come to the same': `select count(*) from bank.line_match m
    where (select coalesce(sum(amount), 0) from bank.match_line l where l.match_id = m.id)
      <> (select coalesce(sum(amount), 0) from bank.match_item i where i.match_id = m.id)`,
  'expenses paid otherwise than by their payments': `select count(*) from bank.expense e where e.paid <> (
    select coalesce(sum(l.amount), 0) from bank.payment_line l join bank.payment p on p.id = l.payment_id
    where l.expense_id = e.id and p.state = 'posted')`,
  'payees owed otherwise than by their expenses': `select count(*) from bank.payee y where (
      select coalesce(sum(e.total - e.paid), 0) from bank.expense e where e.payee_id = y.id and e.state = 'posted')
    <> -(select coalesce(sum(l.amount), 0) from ledger.line l join ledger.account a on a.id = l.account_id
      where a.code = '2020' and l.party_id = y.id)`,
  'transfers on their way apart from the books': `select count(*) from (
    select t.id from bank.transfer t left join ledger.pool p on p.kind = 'transit' and p.holder_id = t.id
    where coalesce(p.value, 0) <> case t.state when 'inTransit' then t.value else 0 end) t`,
} as const

/** Accounts whose balance or value on the screen is not the sum of their postings. */
async function countApart(owner: pg.ClientConfig, admin: Clerk): Promise<number> {
  await admin.sit()
  const { items } = await sure<{ items: { id: string; balance: string; value: string }[] }>(
    admin.call(bankAccounts.list.path, { pageSize: 100 }),
  )
  const rows = await ask<{ id: string; balance: string; value: string }>(
    owner,
    `select b.id, sum(case when b.is_local then l.amount else l.quantity end) as balance, sum(l.amount) as value
     from bank.account b join ledger.line l on l.company_id = b.company_id and l.account_id = b.ledger_id
       and (b.is_local or l.holder_id = b.id) group by b.id`,
  )
  const sums = new Map(rows.map((row) => [row.id, row]))
  return items.filter(({ id, balance, value }) => {
    const sum = sums.get(id)
    return Number(sum?.balance) !== Number(balance) || Number(sum?.value) !== Number(value)
  }).length
}

/** What is said of all that was answered, and of what must not be. */
export async function compareBankHouse(
  owner: pg.ClientConfig,
  { admin, answered }: { admin: Clerk; answered: Answered },
): Promise<string[]> {
  const said: string[] = []
  for (const kind of Object.keys(documents) as Kind[])
    said.push(await compareDocuments(owner, kind, answered[kind]))
  const { asked, others } = answered.repeats
  said.push(`${asked} asked for twice under one key, ${others} of them another document`)
  const [lines] = await ask<{ count: string }>(owner, 'select count(*) from bank.statement_line')
  said.push(`${answered.lines} lines brought, ${lines?.count} there`)
  for (const [what, query] of Object.entries(faults)) {
    const [row] = await ask<{ count: string }>(owner, query)
    said.push(`${row?.count} ${what}`)
  }
  said.push(`${await countApart(owner, admin)} accounts apart from their postings`)
  return said
}
