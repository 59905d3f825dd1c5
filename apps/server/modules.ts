import { joinLists } from '#kit/domain/open-list.domain.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { access } from '#modules/access/module.server.ts'
import { currencies } from '#modules/currencies/module.server.ts'
import { approvals } from '#modules/approvals/module.server.ts'
import { cases } from '#modules/cases/module.server.ts'
import { documents } from '#modules/documents/module.server.ts'
import { bank } from '#modules/bank/module.server.ts'
import { charges } from '#modules/charges/module.server.ts'
import { compliance } from '#modules/compliance/module.server.ts'
import { customers } from '#modules/customers/module.server.ts'
import { inventory } from '#modules/inventory/module.server.ts'
import { exchange } from '#modules/exchange/module.server.ts'
import { ledger } from '#modules/ledger/module.server.ts'
import { notifications } from '#modules/notifications/module.server.ts'
import { organisation } from '#modules/organisation/module.server.ts'
import { rates } from '#modules/rates/module.server.ts'
import { reports } from '#modules/reports/module.server.ts'
import { screening } from '#modules/screening/module.server.ts'
import { settings } from '#modules/settings/module.server.ts'
import { watchlists } from '#modules/watchlists/module.server.ts'
import { retail } from '#modules/retail/module.server.ts'
import { remittance } from '#modules/remittance/module.server.ts'

/** The modules of the product, in order of dependency. */
export const modules: readonly ServerModule[] = [
  organisation,
  access,
  settings,
  notifications,
  currencies,
  approvals,
  documents,
  ledger,
  inventory,
  bank,
  rates,
  customers,
  watchlists,
  screening,
  compliance,
  charges,
  exchange,
  remittance,
  retail,
  cases,
  reports,
]

/** Fills the open lists with what every module declares; whatever posts outside the program begins with this. */
export const joinDeclared = (): void => joinLists(modules.flatMap((module) => module.declares ?? []))
