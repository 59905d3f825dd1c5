import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  rows: [
    // Somebody watches a pair.
    `insert into rates.live_profile (company_id, user_id, codes)
      select distinct on (company_id) company_id, id, array['USD'] from access.user order by company_id, id`,
  ],
}
