import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  rows: [
    // Somebody stands in for somebody.
    `insert into approvals.delegation (company_id, delegator_id, delegator, delegate_id, delegate, from_date, to_date, created_at)
    select a.company_id, a.id, 'x', b.id, 'x', current_date, current_date, now() from access.user a
      join access.user b on b.company_id = a.company_id and b.id > a.id order by a.id, b.id limit 1`,
  ],
}
