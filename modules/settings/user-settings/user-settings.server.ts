import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { enabledModules, tree } from '#modules/organisation/public.server.ts'
import { reachable } from '#modules/organisation/structure/structure.domain.ts'
import { allModules, appCodes } from '#modules/pages.domain.ts'
import { type SettingDraft, SettingValues, userSettings } from './user-settings.contract.ts'
import { listedPages, settingsModule } from './user-settings.domain.ts'
import * as queries from './user-settings.queries.ts'
import { typeOfApp } from '#modules/applications.domain.ts'

export const userSettingsRouter = serve(userSettings, { metadata, list, update })

/** The company's apps, modules and pages by name; which of them a person may open, the menu knows. */
async function metadata({ db, language }: Ctx) {
  const enabled = await enabledModules(db)
  const switchedOn = allModules.filter(({ appCode, moduleCode }) => enabled.has(`${appCode}/${moduleCode}`))
  const apps = appCodes.filter((code) => switchedOn.some(({ appCode }) => appCode === code))
  const modules = [...switchedOn, ...apps.map((appCode) => ({ appCode, moduleCode: settingsModule }))]
  return {
    apps: apps.map((code) => ({
      code,
      name: text(language, `apps.${code}`),
      applicationType: typeOfApp[code],
    })),
    modules: modules.map(({ appCode, moduleCode: code }) => ({
      code,
      appCode,
      name: text(language, `modules.${code}`),
    })),
    pages: listedPages
      .filter((page) =>
        modules.some(({ appCode, moduleCode }) => appCode === page.appCode && moduleCode === page.moduleCode),
      )
      .map(({ key, ...page }) => ({ ...page, name: text(language, `pages.${key}`) })),
  }
}

async function list({ db, input, actor }: Ctx<{ companyId: string }>) {
  if (input.companyId !== actor.companyId) throw notFound()
  return queries.settingsOf(db, actor.userId)
}

async function update({ db, input, actor }: Ctx<{ companyId: string; settings: SettingDraft[] }>) {
  if (input.companyId !== actor.companyId) throw notFound()
  for (const setting of input.settings)
    if (setting.settingType === 'DefaultWorkspace') await refuseForeignPlace({ db, actor }, setting)
  // The last word on each kind and number counts.
  const settings = new Map(input.settings.map((one) => [`${one.settingType}/${one.sortIndex}`, one]))
  await queries.keep(db, actor.userId, [...settings.values()])
  return queries.settingsOf(db, actor.userId)
}

/** The default workspace lies where the person may act: a counter of a branch of a region, or less than that. */
async function refuseForeignPlace({ db, actor }: Pick<Ctx, 'db' | 'actor'>, { settingValue }: SettingDraft) {
  const { regionId, branchId, counterId } = SettingValues.DefaultWorkspace.parse(JSON.parse(settingValue))
  const { regions, branches, counters } = reachable(await tree(db), actor.assigned)
  const isThere =
    (regionId === null || regions.some(({ id }) => id === regionId)) &&
    (branchId === null ||
      branches.some((one) => one.id === branchId && (regionId === null || one.regionId === regionId))) &&
    (counterId === null || counters.some((one) => one.id === counterId && one.branchId === branchId))
  if (!isThere) throw refuseField('settings', 'OUT_OF_SCOPE')
}
