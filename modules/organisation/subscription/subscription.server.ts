import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allModules } from '#modules/pages.domain.ts'
import { current } from '../company/company.queries.ts'
import { type CompanyModule, subscription } from './subscription.contract.ts'
import { hasExpired } from './subscription.domain.ts'
import { todayOf } from '../calendar/calendar.server.ts'
import * as queries from './subscription.queries.ts'

export const subscriptionRouter = serve(subscription, {
  get,
  modules: ({ db }) => modulesOf(db),
  updateModules: async ({ db, input }) => {
    await queries.save(db, unique(input.modules))
    return modulesOf(db)
  },
})

async function get({ db, now }: Ctx) {
  const { plan, planExpiry } = await current(db)
  const today = await todayOf({ db, now })
  return { plan, expiryDate: planExpiry, isExpiryDate: hasExpired(planExpiry, today) }
}

async function modulesOf(db: Db): Promise<CompanyModule[]> {
  const switches = await queries.switches(db)
  return allModules.map(({ appCode, moduleCode }) => ({
    appCode,
    moduleCode,
    isEnabled: switches.some(
      (row) => row.appCode === appCode && row.moduleCode === moduleCode && row.isEnabled,
    ),
  }))
}

// One statement may not touch a row twice: the last word on a module counts.
const unique = (modules: readonly CompanyModule[]) => [
  ...new Map(modules.map((row) => [`${row.appCode}/${row.moduleCode}`, row])).values(),
]
