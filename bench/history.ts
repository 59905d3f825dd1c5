import type pg from 'pg'
import { openHouse, signIn, sure } from './counter-house.ts'
import { family, given } from './customer-file.ts'
import { keepFolder, ownerOf, start } from './kept-data.ts'

// Years of made-up trade in a data folder, the same for the same size: what benches over years read. Rows are written past the
// product, for only their number and spread matter; balances of the days are then made by the product itself.

/** Deals of a day: three years are two million. */
const perDay = 1826
const branches = 50
const countersEach = 2
const currencies = 40
const customers = 500_000
/** Who deal there, at counters that are open and full. */
export const tellers = 8
const port = 4730

/** A data folder with so many deals up to yesterday. */
export const history = (parent: string, deals: number): Promise<string> =>
  keepFolder(parent, `history-${deals}`, (folder) => makeHistory(folder, deals))

async function makeHistory(folder: string, deals: number): Promise<void> {
  const server = await start(folder, port)
  try {
    const base = `http://127.0.0.1:${port}/api`
    const admin = await signIn(base, 'admin')
    const { companyId } = admin.login.company
    const { branches: open } = admin.login.companyStructure
    await openHouse(base, tellers)
    for (let n = open.length; n < branches; n += 1) {
      const code = `H${String(n).padStart(2, '0')}`
      const { id: branchId } = await sure<{ id: string }>(
        admin.call('/poscompany/branch/create', { code, name: `History ${n}` }),
      )
      for (let c = 0; c < countersEach; c += 1)
        await sure(
          admin.call('/poscompany/counter/create', { code: `${code}${c}`, name: `Counter ${c}`, branchId }),
        )
    }
    const owner = await ownerOf(folder)
    try {
      await owner.query('set session_replication_role = replica')
      await fillCurrencies(owner, companyId)
      await fillCustomers(owner, companyId, customers)
      await fillDeals(owner, companyId, deals)
      await fillPlaces(owner, companyId)
      await owner.query('vacuum analyze')
    } finally {
      await owner.end()
    }
  } finally {
    await server.stop()
  }
  await balance(folder)
}

async function fillCurrencies(owner: pg.Client, companyId: string) {
  await owner.query(
    `insert into currencies.currency (company_id, code, exponent, cash_unit, sort_index)
     select $1, 'X' || chr(65 + n / 26) || chr(65 + n % 26), 2, 0.01, 1000 + n
     from generate_series(1, $2 - (select count(*)::int from currencies.currency where company_id = $1 and is_enabled)) n`,
    [companyId, currencies],
  )
}

/** On so many days customers were born. */
export const birthdays = 20_000
const streets = 'ampang ipoh raja sultan bunga melati kenari pudu tuanku merdeka'.split(' ')
const towns = 'kuala lumpur,petaling jaya,shah alam,ipoh,johor bahru,george town'.split(',')

/** Customers up to this many, with names of few words in many ways, a paper and a telephone each. */
export async function fillCustomers(owner: pg.Client, companyId: string, rows: number): Promise<void> {
  await owner.query(
    `set session_replication_role = replica;
     with made as (
       select uuidv7() as id, n, $$${given.join(' ')}$$ as g, $$${family.join(' ')}$$ as f
       from generate_series((select count(*) + 1 from customers.customer), ${rows}) n
     ), named as (
       select id, n, 'jalan ' || split_part('${streets.join(' ')}', ' ', 1 + n::int % ${streets.length}) || ' taman ' || n % 997
           || ' ' || split_part('${towns.join()}', ',', 1 + n::int % ${towns.length}) as address,
         split_part(g, ' ', 1 + (hashint4(n::int) & 15)) || ' ' || split_part(g, ' ', 1 + (hashint4(n::int + 7) & 15))
         || ' ' || split_part(f, ' ', 1 + abs(hashint4(n::int + 13)) % 14) as name from made
     ), kept as (
       insert into customers.customer (company_id, id, customer_type, name, phone, nationality, date_of_birth, search, look,
         address, address_search)
       select '${companyId}', id, 1, name, '+6011' || (20000000 + n), 'MY', born,
         ' ' || lower(name) || ' b' || n || 'x 6011' || (20000000 + n) || ' ',
         (select string_agg(word, ' ' order by word collate "C") from unnest(string_to_array(lower(name), ' ')) word) || ' ' || born,
         n || ' ' || address, ' ' || n || ' ' || address || ' '
       from named, lateral (select date '1950-01-01' + (n % ${birthdays})::int as born) b
     )
     insert into customers.document (company_id, customer_id, is_primary, id_type, id_number, id_issuing_country)
       select '${companyId}', id, true, 'PASSPORT', 'B' || n || 'X', 'MY' from made`,
  )
}

/** Deals with all that belongs to them, month by month, the last on the day before today. */
async function fillDeals(owner: pg.Client, companyId: string, deals: number): Promise<void> {
  const days = Math.ceil(deals / perDay)
  await owner.query(`select kit.extend_partitions(now() - $1 * interval '1 day')`, [days])
  await owner.query(`
    create temp table places as select row_number() over (order by c.code) - 1 as n, c.id as counter_id, c.name as counter_name,
      b.id as branch_id, b.name as branch_name
      from organisation.counter c join organisation.branch b on b.id = c.branch_id where c.company_id = '${companyId}';
    create temp table monies as select row_number() over (order by code) - 1 as n, id, code from currencies.currency
      where company_id = '${companyId}' and is_enabled and code <> 'MYR';
    create temp table people as select row_number() over (order by id) - 1 as n, id, name from customers.customer
      where company_id = '${companyId}' and customer_type = 1;
    create unique index on people (n);
    analyze places; analyze monies; analyze people`)
  let number = 0
  let seal = 0n
  const { rows } = await owner.query<{ last: string }>(
    `select coalesce(max(number), 0)::text as last from ledger.seal where company_id = $1`,
    [companyId],
  )
  seal = BigInt(rows[0]?.last ?? 0)
  for (let day = days; day >= 1; day -= 30) {
    const some = Math.min(30, day)
    await owner.query('begin')
    await owner.query(month(companyId, { first: number + 1, day, days: some, most: deals }))
    await owner.query(sealing(companyId, String(seal)))
    await owner.query('commit')
    number += some * perDay
    seal += BigInt(some)
    process.stdout.write(`\r${Math.min(number, deals).toLocaleString('en')} deals`)
  }
  process.stdout.write('\n')
}

/**
 * The deals of some days from `day` days ago on. A hundredth is cancelled, half are with a customer on file, a hundredth with a name
 * of its own; five lines in the journal each, a fee for every third.
 */
const month = (
  companyId: string,
  { first, day, days, most }: { first: number; day: number; days: number; most: number },
) => `
  create temp table made on commit drop as
  select t.n, uuidv7(at - now()) as id, uuidv7(at - now()) as settlement, uuidv7(at - now()) as entry, at, at::date as day,
    t.n % 100 = 0 as is_cancelled, t.n % 2 = 0 as is_bought, 100 + (hashint4(t.n) & 4095) as amount, p.branch_id, p.branch_name,
    p.counter_id, p.counter_name, m.id as item, m.code, c.id as customer_id,
    case when t.n % 100 = 1 then 'Tan ' || t.n else coalesce(c.name, '') end as customer_name
  from (
    select n::int, date_trunc('day', now()) - interval '${day} days'
      + (n - ${first}) * interval '${days} days' / ${days * perDay} as at
    from generate_series(${first}, ${Math.min(first + days * perDay - 1, most)}) n
  ) t
  join places p on p.n = (hashint4(t.n + 1) & 2147483647) % (select count(*) from places)
  join monies m on m.n = (hashint4(t.n + 2) & 2147483647) % (select count(*) from monies)
  left join people c on t.n % 2 = 0 and c.n = (hashint4(t.n + 3) & 2147483647) % (select count(*) from people);
  analyze made;
  insert into exchange.deal (company_id, id, number, state, branch_id, branch_name, counter_id, counter_name, business_date,
    customer_id, customer_type, customer_name, cash, currencies, buy, sell, fee, tax, net, rounding, dealing, holding, realised,
    maker_id, maker, created_at, submitted_at, settled_at, seal)
  select '${companyId}', id, 'H-' || n, case when is_cancelled then 'cancelled' else 'settled' end, branch_id, branch_name,
    counter_id, counter_name, day, customer_id, case when customer_id is null then 0 else 1 end, customer_name, amount, code,
    case when is_bought then amount else 0 end, case when is_bought then 0 else amount end, case when n % 3 = 0 then 2 else 0 end,
    0, amount, 0, 1, 1, 2, counter_id, 'Maker ' || n % 150, at, at, case when not is_cancelled then at end,
    encode(decode(md5(n::text), 'hex'), 'base64')
  from made;
  insert into exchange.deal_number (company_id, branch_id, number, deal_id)
    select '${companyId}', branch_id, 'H-' || n, id from made;
  insert into exchange.deal_line (company_id, deal_id, position, side, currency_id, currency_code, item_id, quantity, quote_unit,
    rate, usual_rate, mid, rate_rule, amount, settlement_id, cost, branch_id, settled_on, dealing)
  select '${companyId}', id, 0, case when is_bought then 'buy' else 'sell' end, item, code, item, amount / 4.0, 1, 4, 4, 4, '{}',
    amount, case when not is_cancelled then settlement end, case when not is_bought then amount - 2 end,
    branch_id, case when not is_cancelled then day end, 1 from made;
  insert into exchange.deal_payment (company_id, deal_id, direction, mode_id, mode_name, mode_kind, needs_clearing, amount, state,
    settlement_id)
  select '${companyId}', made.id, case when is_bought then 'out' else 'in' end, o.id, o.name, o.kind, false, amount, 'cleared',
    settlement from made, (select * from currencies.mode where company_id = '${companyId}' and kind = 'cash' limit 1) o
  where not is_cancelled;
  insert into exchange.deal_event (company_id, deal_id, position, act, from_state, to_state, by_id, by_name, at)
  select '${companyId}', id, e.n, e.act, e.before, case when e.n = 1 and is_cancelled then 'cancelled' else e.after end, counter_id,
    'Maker ' || made.n % 150, at
  from made, (values (0, 'submit', 'draft', 'pending'), (1, 'settle', 'pending', 'settled')) e (n, act, before, after);
  delete from made where is_cancelled;
  insert into exchange.settlement (company_id, id, deal_id, business_date, entry_id, entry_at, at, by_id, by_name)
    select '${companyId}', settlement, id, day, entry, at, at, counter_id, 'Maker ' || n % 150 from made;
  insert into ledger.posted (company_id, source_id, event, entry_id)
    select '${companyId}', settlement, 'deal.settled', entry from made;
  insert into ledger.entry (company_id, id, at, business_date, branch_id, event, source_type, source_id, author, words_hash,
    leaf_version, leaf)
  select '${companyId}', entry, at, day, branch_id, 'deal.settled', 'deal', settlement, 'Maker ' || n % 150, sha256('words'), 1,
    sha256('leaf') from made;
  insert into ledger.line (company_id, at, entry_id, position, account_id, branch_id, counter_id, item_id, quantity, amount, pool_seq,
    business_date)
  select '${companyId}', at, entry, l.n, a.id, branch_id, case when l.n < 2 then counter_id end,
    case l.n when 0 then item when 1 then (select id from currencies.currency where company_id = '${companyId}' and code = 'MYR') end,
    case l.n when 0 then sign * amount / 4.0 when 1 then -sign * amount end,
    case l.n when 0 then sign * amount when 1 then -sign * amount else l.fixed end, case l.n when 0 then made.n end, day
  from (select *, case when is_bought then 1 else -1 end as sign from made) made,
    (values (0, '1100', 0), (1, '1000', 0), (2, '4020', -2), (3, '4000', -1), (4, '5000', 3)) l (n, code, fixed)
    join ledger.account a on a.company_id = '${companyId}' and a.code = l.code;`

/** What lies in drawers and pools after all of it, which the journal says. */
async function fillPlaces(owner: pg.Client, companyId: string): Promise<void> {
  await owner.query(`
    insert into ledger.holding (company_id, branch_id, counter_id, account_id, item_id, on_hand, may_be_negative)
    select l.company_id, l.branch_id, l.counter_id, l.account_id, l.item_id, sum(l.quantity), true from ledger.line l
    where l.company_id = '${companyId}' and l.item_id is not null and l.holder_id is null group by 1, 2, 3, 4, 5
    on conflict on constraint holding_key do update set on_hand = excluded.on_hand, may_be_negative = true;
    insert into ledger.pool (company_id, branch_id, kind, item_id, quantity, value, seq, may_be_negative)
    select l.company_id, l.branch_id, 'notes', l.item_id, sum(l.quantity), sum(l.amount), count(*), true from ledger.line l
    where l.company_id = '${companyId}' and l.pool_seq is not null group by 1, 2, 4
    on conflict on constraint pool_key do update set quantity = excluded.quantity, value = excluded.value, seq = excluded.seq,
      may_be_negative = true`)
}

/** A seal for each of these days over what was settled on it, as the last thing of its transaction. */
const sealing = (companyId: string, after: string) => `
  insert into ledger.seal (company_id, number, what, size, hash, horizon, sealed_at)
  select '${companyId}', ${after} + row_number() over (order by day), 'journal', count(*), sha256(day::text::bytea),
    pg_current_xact_id(), max(at) from made group by day;
  insert into ledger.sealed (company_id, entry_id, number, position, hash)
  select '${companyId}', entry, ${after} + dense_rank() over (order by day), row_number() over (partition by day order by at),
    sha256('row') from made;`

/** Has the product make the balances of all days: they are anew where the chain was lengthened by somebody else. */
async function balance(folder: string): Promise<void> {
  const server = await start(folder, port)
  const owner = await ownerOf(folder)
  try {
    const base = `http://127.0.0.1:${port}/api`
    const admin = await signIn(base, 'admin')
    const { companyId } = admin.login.company
    const { rows: items } = await owner.query<{ id: string }>(
      `select id from currencies.currency where company_id = $1 and code = 'MYR'`,
      [companyId],
    )
    const began = performance.now()
    const branchId = admin.login.companyStructure.branches[0]?.id
    const opening = { branchId, lines: [{ itemId: items[0]?.id, quantity: '1' }], note: 'One more' }
    await sure(admin.call('/posinventory/opening/createOpening', opening))
    for (;;) {
      const { rows } = await owner.query<{ left: number }>(
        `select (s.number - coalesce(b.number, 0))::int as left from
           (select max(number) as number from ledger.seal where what = 'journal') s, ledger.balanced_to b`,
      )
      if (rows[0]?.left === 0) break
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
    const seconds = (performance.now() - began) / 1000
    process.stdout.write(`Balances of all days were made within ${seconds.toFixed(0)} s.\n`)
    await owner.query(
      'vacuum analyze ledger.day_balance, ledger.account_day, ledger.stock_week, ledger.stock_flow, exchange.profit_day',
    )
  } finally {
    await owner.end()
    await server.stop()
  }
}
