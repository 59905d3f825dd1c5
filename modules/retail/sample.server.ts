import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  rows: [
    `insert into retail.tax (company_id, code, name, kind, is_included) select company_id, 'X', 'x', 'zero', true
      from organisation.company`,
    `insert into retail.category (company_id, code, name) select company_id, 'X', 'x' from organisation.company`,
    `insert into retail.principal (company_id, code, name) select company_id, 'X', 'x' from organisation.company`,
    `insert into retail.item (company_id, sku, name, kind, unit, price_mode, price, tax_mode)
      select company_id, 'X', 'x', 'goods', 'x', 'fixed', 1, 'asTax' from organisation.company`,
    `insert into retail.barcode (company_id, code, item_id, units)
      select company_id, 'X', id, 1 from retail.item where sku = 'X'`,
    `insert into retail.sale (company_id, state, branch_id, counter_id, tax_by, net, tax, total, created_at, author_id, author)
      select distinct on (company_id) company_id, 'open', branch_id, id, 'line', 1, 0, 1, now(), id, 'x' from organisation.counter`,
    `insert into retail.sale_line (company_id, sale_id, position, item_id, sku, name, unit, kind, quantity, price, is_included, rates,
        gross, discount, net, taxes, tax, total)
      select s.company_id, s.id, 1, i.id, 'X', 'x', 'x', 'goods', 1, 1, true, '[]', 1, 0, 1, '[]', 0, 1
      from retail.sale s join retail.item i on i.company_id = s.company_id and i.sku = 'X'`,
    `insert into retail.sale_payment (company_id, sale_id, position, mode_id, tendered, amount)
      select s.company_id, s.id, 1, (select m.id from currencies.mode m where m.company_id = s.company_id limit 1), 1, 1
      from retail.sale s`,
    `insert into retail.serial (company_id, item_id, key, typed, branch_id, state)
      select distinct on (b.company_id) b.company_id, i.id, 'X', 'X', b.id, 'stock' from organisation.branch b
      join retail.item i on i.company_id = b.company_id and i.sku = 'X'`,
    `insert into retail.serial_event (company_id, serial_id, at, act, branch_id, document_id, author_id, author)
      select company_id, id, now(), 'receipt', branch_id, id, id, 'x' from retail.serial`,
    `insert into retail.batch (company_id, item_id, code, expires_on)
      select company_id, id, 'X', current_date from retail.item where sku = 'X'`,
    `insert into retail.batch_stock (company_id, batch_id, branch_id, quantity)
      select distinct on (n.company_id) n.company_id, b.id, n.id, 1 from organisation.branch n
      join retail.batch b on b.company_id = n.company_id`,
    `insert into retail.policy (company_id) select company_id from organisation.company`,
    `insert into retail.branch_tax (company_id, branch_id, tax_id)
      select distinct on (b.company_id) b.company_id, b.id, t.id from organisation.branch b
      join retail.tax t on t.company_id = b.company_id and t.code = 'X'`,
    `insert into retail.branch_item (company_id, branch_id, item_id, tax_id)
      select distinct on (b.company_id) b.company_id, b.id, i.id, t.id from organisation.branch b
      join retail.item i on i.company_id = b.company_id and i.sku = 'X'
      join retail.tax t on t.company_id = b.company_id and t.code = 'X'`,
    `insert into retail.adjustment (company_id, number, state, branch_id, supplier, invoice, business_date, value, created_at, author_id,
        author)
      select distinct on (company_id) company_id, 'X', 'posted', id, 'x', '', current_date, 1, now(), id, 'x' from organisation.branch`,
    `insert into retail.adjustment_line (company_id, adjustment_id, position, item_id, quantity, cost)
      select r.company_id, r.id, 1, i.id, 1, 1 from retail.adjustment r
      join retail.item i on i.company_id = r.company_id and i.sku = 'X'`,
    `with t as (
        insert into inventory.transfer (company_id, number, state, holds, from_branch_id, to_branch_id, limit_value, created_at, author_id,
          author)
        select a.company_id, 'G', 'created', 'goods', a.id, b.id, 1, now(), a.id, 'x' from (select distinct on (company_id) * from
          organisation.branch order by company_id, id) a join organisation.branch b on b.company_id = a.company_id and b.id <> a.id
        limit 1 returning company_id, id)
      insert into inventory.transfer_line (company_id, transfer_id, position, item_id, quantity)
      select t.company_id, t.id, 1, i.id, 1 from t join retail.item i on i.company_id = t.company_id and i.sku = 'X'`,
    `insert into inventory.count (company_id, kind, branch_id, business_date, created_at, author_id, author)
      select distinct on (company_id) company_id, 'store', id, current_date, now(), id, 'x' from organisation.branch`,
    `insert into retail.refund (company_id, number, state, sale_id, branch_id, counter_id, reason, discount, net, tax, total, created_at,
        author_id, author)
      select company_id, 'X', 'settled', id, branch_id, counter_id, 'x', 0, 1, 0, 1, now(), author_id, 'x' from retail.sale`,
    `insert into retail.refund_line (company_id, refund_id, position, sale_id, sale_position, quantity, gross, discount, net, taxes, tax,
        total, cost)
      select company_id, id, 1, sale_id, 1, 1, 1, 0, 1, '[]', 0, 1, 0 from retail.refund`,
    `insert into retail.refund_payment (company_id, refund_id, position, sale_id, sale_position, amount)
      select company_id, id, 1, sale_id, 1, 1 from retail.refund`,
    `insert into retail.settlement (company_id, number, state, principal_id, until, branch_id, mode_id, amount, created_at, author_id,
        author)
      select p.company_id, 'X', 'posted', p.id, current_date, s.branch_id,
        (select m.id from currencies.mode m where m.company_id = p.company_id limit 1), 1, now(), s.author_id, 'x'
      from retail.principal p join retail.sale s on s.company_id = p.company_id`,
    `insert into retail.settlement_line (company_id, settlement_id, branch_id, amount)
      select company_id, id, branch_id, 1 from retail.settlement`,
  ],
  crowd: [
    `insert into retail.tax (company_id, code, name, kind, is_included, is_enabled, created_at)
      select company_id, 'X' || n, md5(n::text), case when n % 500 = 0 then 'exempt' else 'zero' end, true, n % 500 > 0,
        now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
    `insert into retail.category (company_id, code, name, sort_order, is_enabled, created_at)
      select company_id, 'X' || n, md5(n::text), n, n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
    `insert into retail.principal (company_id, code, name, is_enabled, created_at)
      select company_id, 'X' || n, md5(n::text), n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
    `insert into retail.item (company_id, sku, name, kind, unit, price_mode, price, tax_mode, is_enabled, created_at)
      select company_id, 'X' || n, md5(n::text), case when n % 500 = 0 then 'service' else 'goods' end, 'x', 'fixed', n, 'asTax',
        n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
    `insert into retail.sale (company_id, number, state, branch_id, counter_id, tax_by, net, tax, total, created_at, author_id, author)
      select company_id, 'X' || n, case when n % 500 = 0 then 'open' else 'settled' end, c.branch_id, c.id, 'line', 1, 0, 1,
        now() - n * interval '1 hour', c.id, 'x'
      from (select distinct on (company_id) * from organisation.counter) c, generate_series(1, 2000) n`,
    `insert into retail.branch_item (company_id, branch_id, item_id, is_enabled, created_at)
      select i.company_id, b.id, i.id, i.sku not like '%500', i.created_at
      from (select distinct on (company_id) * from organisation.branch) b
      join retail.item i on i.company_id = b.company_id and i.sku ~ '^X[0-9]+$'`,
    `insert into retail.adjustment (company_id, number, state, branch_id, supplier, invoice, business_date, value, created_at, author_id,
        author)
      select company_id, 'X' || n, case when n % 500 = 0 then 'pending' else 'posted' end, id, md5(n::text), '', current_date, 1, now() - n * interval '1 hour', id, 'x'
      from (select distinct on (company_id) * from organisation.branch) b, generate_series(1, 2000) n`,
    `insert into retail.refund (company_id, number, state, sale_id, branch_id, counter_id, reason, discount, net, tax, total, created_at,
        author_id, author)
      select company_id, 'R' || row_number() over (), case when number like '%500' then 'pending' else 'settled' end, id, branch_id,
        counter_id, 'x', 0, 1, 0, 1, created_at, author_id, 'x' from retail.sale where number like 'X%'`,
    `insert into retail.settlement (company_id, number, state, principal_id, until, branch_id, mode_id, amount, created_at, author_id,
        author)
      select p.company_id, p.code, case when p.is_enabled then 'posted' else 'pending' end, p.id, p.created_at::date, b.id,
        (select m.id from currencies.mode m where m.company_id = p.company_id limit 1), 1, p.created_at, b.id, 'x'
      from retail.principal p join (select distinct on (company_id) * from organisation.branch) b on b.company_id = p.company_id
      where p.code ~ '^X[0-9]+$'`,
    `set session_replication_role = replica;
    insert into inventory.transfer (company_id, holds, number, state, from_branch_id, to_branch_id, limit_value, sent_date, created_at,
        author_id, author)
      select company_id, 'goods', md5(n::text), case when n % 500 = 0 then 'returned' else 'completed' end, uuidv7(), uuidv7(), 0,
        date '2020-01-01' + n, now() - n * interval '1 hour', company_id, '' from organisation.company, generate_series(1, 2000) n;
    insert into inventory.count (company_id, kind, state, branch_id, business_date, created_at, author_id, author, ended_at)
      select company_id, 'store', case when n % 500 = 0 then 'cancelled' else 'processed' end, uuidv7(), date '2020-01-01' + n,
        now() - n * interval '1 hour', company_id, '', now() from organisation.company, generate_series(1, 2000) n`,
  ],
}
