import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  rows: [
    // A rule found something to report.
    `insert into cases.report_candidate (company_id, kind, code, rule_version, revision, source, metric, instrument, operator,
      threshold, customer_name, branch_id, branch_name, business_date, found_at)
    select company_id, 'CTR', 'x', 1, 0, 'x', 'single', 'any', '>=', 1, 'x', branch_id, 'x', business_date, now() from exchange.deal limit 1`,
  ],
}
