import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { localCurrencyChanges } from '#modules/organisation/public.server.ts'
import { branchCurrenciesRouter } from './branch-currencies/branch-currencies.server.ts'
import { becomeLocal, companyCurrenciesRouter } from './company-currencies/company-currencies.server.ts'
import { deliveryModesRouter, paymentModesRouter } from './modes/modes.server.ts'
import { subCurrenciesRouter } from './sub-currencies/sub-currencies.server.ts'

export const currencies: ServerModule = {
  name: 'currencies',
  dependsOn: ['organisation'],
  routers: [
    companyCurrenciesRouter,
    branchCurrenciesRouter,
    subCurrenciesRouter,
    paymentModesRouter,
    deliveryModesRouter,
  ],
  answers: [answer(localCurrencyChanges, (db, { code }) => becomeLocal(db, code))],
}
