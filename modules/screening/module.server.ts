import { declare } from '#kit/domain/open-list.domain.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { publicEvents } from '#modules/access/public.server.ts'
import { alertEvents } from './alert-events/alert-events.contract.ts'
import { bulkJob } from './bulk/bulk-job.server.ts'
import { bulkRouter } from './bulk/bulk.server.ts'
import { evidenceRouter } from './evidence/evidence.server.ts'
import { decisionsRouter } from './decisions/decisions.server.ts'
import { pendingHits } from './decisions/pending.server.ts'
import { leaving, merging, onboarding, onboardingJob, unblocking } from './gate/onboarding.server.ts'
import { monitoringRouter } from './monitoring/monitoring.server.ts'
import { matching, monitoringJobs } from './monitoring/run.server.ts'
import { whitelistRouter } from './whitelist/whitelist.server.ts'
import { expiryJob } from './whitelist/expiry.server.ts'
import { leavingList, profileEvidence } from './screenings/lists.server.ts'
import { screeningsRouter } from './searches/searches.server.ts'
import { screeningPreviewRouter } from './searches/preview.server.ts'
import { listAge, screeningSettingsRouter } from './settings/settings.server.ts'

export const screening: ServerModule = {
  name: 'screening',
  dependsOn: [
    'organisation',
    'access',
    'settings',
    'notifications',
    'approvals',
    'customers',
    'names',
    'watchlists',
  ],
  routers: [
    screeningSettingsRouter,
    screeningPreviewRouter,
    screeningsRouter,
    decisionsRouter,
    whitelistRouter,
    monitoringRouter,
    bulkRouter,
    evidenceRouter,
  ],
  jobs: [onboardingJob, ...monitoringJobs, bulkJob, expiryJob],
  declares: [declare(publicEvents, alertEvents)],
  answers: [
    pendingHits,
    onboarding,
    merging,
    leaving,
    unblocking,
    listAge,
    matching,
    leavingList,
    profileEvidence,
  ],
}
