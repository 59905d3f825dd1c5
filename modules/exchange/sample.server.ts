import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  rows: [
    // A deal was begun.
    `insert into exchange.deal (company_id, state, branch_id, branch_name, counter_id, counter_name, business_date,
      customer_type, cash, currencies, buy, sell, fee, tax, net, rounding, maker_id, maker, created_at, seal)
    select company_id, 'draft', branch_id, 'x', counter_id, 'x', business_date, 0, 0, 'USD', 1, 0, 0, 0, -1, 0, opened_by_id, 'x',
      now(), 'x' from inventory.day limit 1`,
  ],
}
