import type pg from 'pg'
import { signIn, sure } from './counter-house.ts'
import { keepFolder, ownerOf, start } from './kept-data.ts'
import { addItems, sellGoods } from './retail-shop.ts'

// Three years of a shop's sales in a data folder, written past the product: of each sale three lines and what was paid in cash; of
// every hundredth the first line came back on the day after.

const port = 4738
const branches = 20
const catalogue = 20_000
const days = 1096
const perSale = 3
/** Sales that one statement makes. */
const chunk = 50_000

/** A data folder with so many lines of sales up to yesterday. */
export const retailHistory = (parent: string, lines: number): Promise<string> =>
  keepFolder(parent, `retail-${lines}`, (folder) => makeRetail(folder, lines))

async function makeRetail(folder: string, lines: number): Promise<void> {
  const server = await start(folder, port)
  try {
    const base = `http://127.0.0.1:${port}/api`
    const companyId = await openBranches(base)
    await sellGoods(base)
    await addItems(base, 0, catalogue)
    const owner = await ownerOf(folder)
    try {
      await owner.query('set session_replication_role = replica')
      await fillSales(owner, companyId, Math.ceil(lines / perSale))
      await owner.query('vacuum analyze')
    } finally {
      await owner.end()
    }
  } finally {
    await server.stop()
  }
}

async function openBranches(base: string): Promise<string> {
  const { login, call } = await signIn(base, 'admin')
  for (let n = login.companyStructure.branches.length; n < branches; n += 1) {
    const code = `R${String(n).padStart(2, '0')}`
    const branch = call('/poscompany/branch/create', { code, name: `Shop ${n}` })
    const { id: branchId } = await sure<{ id: string }>(branch)
    await sure(call('/poscompany/counter/create', { code: `${code}0`, name: 'Till', branchId }))
  }
  return login.company.companyId
}

async function fillSales(owner: pg.Client, companyId: string, most: number): Promise<void> {
  await owner.query(`
    create temp table places as select row_number() over (order by c.code) - 1 as n, c.id as counter_id, c.branch_id
      from organisation.counter c where c.company_id = '${companyId}';
    create temp table goods as select row_number() over (order by sku) - 1 as n, id, sku, name, price from retail.item
      where company_id = '${companyId}' and sku ~ '^B[0-9]+$';
    create unique index on goods (n);
    analyze places; analyze goods`)
  for (let first = 1; first <= most; first += chunk) {
    await owner.query('begin')
    await owner.query(some(companyId, { first, last: Math.min(first + chunk - 1, most), most }))
    await owner.query('commit')
    const made = Math.min(first + chunk - 1, most) * perSale
    process.stdout.write(`\r${made.toLocaleString('en')} lines of sales`)
  }
  process.stdout.write('\n')
}

const at = (column: string, table: string) => `(${column} & 2147483647) % (select count(*) from ${table})`

/** The sales from one number to another: a tax of 8 % is in each price. */
const some = (companyId: string, { first, last, most }: { first: number; last: number; most: number }) => `
  create temp table made on commit drop as
  select t.n, uuidv7(at - now()) as id, at, at::date as day, p.branch_id, p.counter_id
  from (select n::int, date_trunc('day', now()) - interval '${days} days' + (n - 1) * interval '${days} days' / ${most} as at
    from generate_series(${first}, ${last}) n) t
  join places p on p.n = ${at('hashint4(t.n)', 'places')};
  create temp table lines on commit drop as
  select m.id as sale_id, m.n, l.position, g.id as item_id, g.sku, g.name, g.price, q.quantity, q.quantity * g.price as total,
    round(q.quantity * g.price * 8 / 108, 2) as tax, 'Category ' || g.n % 40 as category
  from made m, generate_series(1, ${perSale}) l (position),
    lateral (select 1 + (hashint4(m.n * ${perSale} + l.position + 7) & 3) as quantity) q,
    goods g where g.n = ${at(`hashint4(m.n * ${perSale} + l.position)`, 'goods')};
  insert into retail.sale (company_id, id, version, number, state, branch_id, counter_id, business_date, tax_by, net, tax, total,
    created_at, author_id, author, settled_at)
  select '${companyId}', m.id, 2, 'R-' || m.n, 'settled', m.branch_id, m.counter_id, m.day, 'line', s.net, s.tax, s.total, m.at,
    m.counter_id, 'Cashier ' || m.n % 60, m.at
  from made m join (select sale_id, sum(total - tax) as net, sum(tax) as tax, sum(total) as total from lines group by 1) s
    on s.sale_id = m.id;
  insert into retail.sale_line (company_id, sale_id, position, item_id, sku, name, unit, kind, quantity, price, is_included, rates,
    tax_from, gross, discount, net, taxes, tax, total, cost, category)
  select '${companyId}', sale_id, position, item_id, sku, name, 'piece', 'goods', quantity, price, true, '["0.08"]', 'company', total,
    0, total - tax, jsonb_build_array(tax::text), tax, total, round(total / 2, 2), category
  from lines order by sale_id, position;
  insert into retail.sale_payment (company_id, sale_id, position, mode_id, tendered, amount)
  select '${companyId}', s.sale_id, 1, o.id, s.total, s.total from (select sale_id, sum(total) as total from lines group by 1) s,
    (select id from currencies.mode where company_id = '${companyId}' and side = 'payment' and kind = 'cash' limit 1) o;
  create temp table back on commit drop as
  select uuidv7(m.at - now() + interval '1 day') as id, m.at + interval '1 day' as at, m.day + 1 as day, m.branch_id, m.counter_id,
    l.* from made m join lines l on l.sale_id = m.id and l.position = 1 where m.n % 100 = 0;
  insert into retail.refund (company_id, id, version, number, state, sale_id, branch_id, counter_id, business_date, reason, discount,
    net, tax, total, created_at, author_id, author, settled_at)
  select '${companyId}', id, 2, 'RR-' || n, 'settled', sale_id, branch_id, counter_id, day, 'Not wanted', 0, total - tax, tax, total,
    at, counter_id, 'Cashier ' || n % 60, at from back;
  insert into retail.refund_line (company_id, refund_id, position, sale_id, sale_position, quantity, gross, discount, net, taxes, tax,
    total, cost)
  select '${companyId}', id, 1, sale_id, position, quantity, total, 0, total - tax, jsonb_build_array(tax::text), tax, total,
    round(total / 2, 2) from back;
  insert into retail.refund_payment (company_id, refund_id, position, sale_id, sale_position, amount)
  select '${companyId}', id, 1, sale_id, 1, total from back;`
