import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { lookAt } from '#modules/ledger/public.server.ts'

/** Looks at whether candidates are of documents that are there, in the company of the connection. */
export const lookAtCandidates = (db: Db) =>
  lookAt(db, {
    'a report candidate is of deals that are there': sql`
      select s.subject_id::text as name, d.id is null as wrong from cases.report_candidate_subject s
      left join exchange.deal_read d on d.company_id = s.company_id and d.id = s.subject_id
      where s.company_id = kit.company() and s.subject_type = 'deal'`,
  })
