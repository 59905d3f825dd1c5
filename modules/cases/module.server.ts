import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { auditSecrets } from '#modules/access/public.server.ts'
import { customersMerged } from '#modules/customers/public.server.ts'
import { markCandidates } from './report-candidates/mark.server.ts'
import { reportCandidates } from './report-candidates/report-candidates.contract.ts'
import { followCustomer } from './report-candidates/report-candidates.queries.ts'
import { reportCandidatesRouter } from './report-candidates/report-candidates.server.ts'

const acts = Object.values(reportCandidates).map(({ act }) => act)
const relations = ['cases.report_candidate', 'cases.report_candidate_subject']

export const cases: ServerModule = {
  name: 'cases',
  dependsOn: [
    'organisation',
    'access',
    'notifications',
    'currencies',
    'ledger',
    'customers',
    'compliance',
    'exchange',
  ],
  routers: [reportCandidatesRouter],
  answers: [
    markCandidates,
    answer(customersMerged, (db, { fromId, toId }) => followCustomer(db, fromId, toId)),
    // What would tell the counter, or who stands over it, that compliance looks at somebody.
    answer(auditSecrets, (_, { permissions }) =>
      Promise.resolve(
        permissions.has('view_report_candidates') ? { acts: [], relations: [] } : { acts, relations },
      ),
    ),
  ],
}
