import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { branchRegions } from '#modules/organisation/public.server.ts'
import { availableStock } from '#modules/currencies/public.server.ts'
import { declare } from '#kit/domain/open-list.domain.ts'
import { accountsRouter } from './accounts/accounts.server.ts'
import { anchorJobs } from './anchors/anchoring.server.ts'
import { anchorsRouter } from './anchors/anchors.server.ts'
import { engineParts, parts, partyTypes } from './events/events.domain.ts'
import { ledgerGroupsRouter } from './groups/groups.server.ts'
import { detailLedgerRouter, journalRouter } from './journal/journal.server.ts'
import { mappingsRouter } from './mappings/mappings.server.ts'
import { monthEndRouter } from './month-end/month-end.server.ts'
import { partyNames } from './parties/parties.server.ts'
import { periodLocksRouter } from './periods/periods.server.ts'
import { reservationJobs } from './reservations/reservations.server.ts'
import { sealJobs } from './seal/seal.server.ts'
import { pendingUnlocks, periodUnlocksRouter } from './unlocks/unlocks.server.ts'
import { available } from './stock/stock.queries.ts'

export const ledger: ServerModule = {
  name: 'ledger',
  dependsOn: ['organisation', 'currencies', 'approvals'],
  routers: [
    accountsRouter,
    ledgerGroupsRouter,
    mappingsRouter,
    journalRouter,
    detailLedgerRouter,
    periodLocksRouter,
    periodUnlocksRouter,
    monthEndRouter,
    anchorsRouter,
  ],
  jobs: [...sealJobs, ...anchorJobs, ...reservationJobs],
  answers: [
    answer(availableStock, available),
    pendingUnlocks,
    answer(partyNames, async (db, { type }) =>
      type === 'branch'
        ? new Map((await branchRegions(db)).map(({ id, name }) => [id, { id, name }]))
        : new Map(),
    ),
  ],
  declares: [declare(parts, engineParts), declare(partyTypes, [{ code: 'branch' }])],
}
