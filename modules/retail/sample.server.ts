import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  rows: [
    `insert into retail.tax (company_id, code, name, kind, is_included) select company_id, 'X', 'x', 'zero', true
      from organisation.company`,
    `insert into retail.category (company_id, code, name) select company_id, 'X', 'x' from organisation.company`,
    `insert into retail.item (company_id, sku, name, kind, unit, price_mode, price, tax_mode)
      select company_id, 'X', 'x', 'goods', 'x', 'fixed', 1, 'asTax' from organisation.company`,
    `insert into retail.barcode (company_id, code, item_id, units)
      select company_id, 'X', id, 1 from retail.item where sku = 'X'`,
  ],
  crowd: [
    `insert into retail.tax (company_id, code, name, kind, is_included, is_enabled, created_at)
      select company_id, 'X' || n, md5(n::text), case when n % 500 = 0 then 'exempt' else 'zero' end, true, n % 500 > 0,
        now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
    `insert into retail.category (company_id, code, name, sort_order, is_enabled, created_at)
      select company_id, 'X' || n, md5(n::text), n, n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
    `insert into retail.item (company_id, sku, name, kind, unit, price_mode, price, tax_mode, is_enabled, created_at)
      select company_id, 'X' || n, md5(n::text), case when n % 500 = 0 then 'service' else 'goods' end, 'x', 'fixed', n, 'asTax',
        n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
  ],
}
