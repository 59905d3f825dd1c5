import { declare } from '#kit/domain/open-list.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { auditSecrets, publicEvents } from '#modules/access/public.server.ts'
import { partyFormerIds, partyNames, partyTypes } from '#modules/ledger/public.server.ts'
import { namedCustomers } from '#modules/rates/public.server.ts'
import { customerEvents } from './customer-events/customer-events.contract.ts'
import { documentsRouter } from './documents/documents.server.ts'
import { duplicateReviewsRouter, pendingReviews } from './duplicate-reviews/duplicate-reviews.server.ts'
import { corporateExportsRouter, individualExportsRouter } from './exports/exports.server.ts'
import { importJobs } from './imports/import-jobs.server.ts'
import { importsRouter } from './imports/imports.server.ts'
import { corporateMergesRouter, individualMergesRouter } from './merges/merge.server.ts'
import { commentsRouter, infoRequestsRouter } from './notes/notes.server.ts'
import { corporates, individuals } from './profiles/profiles.contract.ts'
import { corporatesRouter, individualsRouter } from './registration/registration.server.ts'
import { customerNames, listMergedInto, partiesNow } from './identity/identity.queries.ts'
import { stakeholdersRouter } from './stakeholders/stakeholders.server.ts'

const suspicionActs = [individuals, corporates].flatMap(({ suspicious, unsuspicious }) => [
  suspicious.act,
  unsuspicious.act,
])

export const customers: ServerModule = {
  name: 'customers',
  dependsOn: ['organisation', 'access', 'settings', 'notifications', 'ledger', 'rates', 'names', 'approvals'],
  routers: [
    individualsRouter,
    corporatesRouter,
    stakeholdersRouter,
    documentsRouter,
    commentsRouter,
    infoRequestsRouter,
    individualMergesRouter,
    corporateMergesRouter,
    individualExportsRouter,
    corporateExportsRouter,
    importsRouter,
    duplicateReviewsRouter,
  ],
  jobs: importJobs,
  declares: [declare(partyTypes, [{ code: 'customer' }]), declare(publicEvents, customerEvents)],
  answers: [
    pendingReviews,
    answer(namedCustomers, customerNames),
    answer(partyNames, async (db, { type, ids }) => (type === 'customer' ? partiesNow(db, ids) : new Map())),
    answer(partyFormerIds, async (db, { type, id }) => (type === 'customer' ? listMergedInto(db, id) : [])),
    answer(auditSecrets, (_, { permissions }) =>
      Promise.resolve(
        permissions.has('view_customer_suspicion')
          ? { acts: [], relations: [] }
          : { acts: suspicionActs, relations: ['customers.suspicion'] },
      ),
    ),
  ],
}
