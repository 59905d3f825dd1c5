import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  rows: [
    // The chart has a group.
    `insert into ledger.account_group (company_id, name, class)
    select company_id, 'x', 'asset' from access.user order by id limit 1`,
    // Somebody asked for locked days.
    `insert into ledger.period_unlock (company_id, from_date, to_date, hours, reason, asked_by_id, asked_by, asked_at)
    select company_id, '2026-01-01', '2026-01-02', 1, 'x', id, 'x', now() from access.user order by id limit 1`,
  ],
}
