import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { Id, line } from '#kit/contract/shapes.contract.ts'
import { isListed, settingTypes, shortcutCount } from './user-settings.domain.ts'
import { ApplicationType } from '#modules/applications.contract.ts'

const Page = z
  .strictObject({ appCode: z.string().max(40), moduleCode: z.string().max(40), link: z.string().max(200) })
  .refine((choice) => isListed(choice))

/** What the text of each kind of setting holds, as JSON. */
export const SettingValues = {
  DefaultApp: z.strictObject({ code: z.string().max(40).nullable() }),
  DefaultWorkspace: z.strictObject({
    regionId: Id.nullable(),
    branchId: Id.nullable(),
    counterId: Id.nullable(),
  }),
  LandingPage: Page,
  ShortcutLink: Page,
  Language: z.strictObject({ code: z.enum(['en', 'zh_Hant', 'zh_Hans', 'vi']) }),
}

const Draft = z.strictObject({
  /** As the record has it; kind and number say which one is meant. */
  id: Id.optional(),
  settingType: z.enum(settingTypes),
  settingName: line(20),
  settingValue: z.string().max(1000),
  sortIndex: z
    .int()
    .min(0)
    .max(shortcutCount - 1)
    .nullable(),
})

const holdsItsValue = ({ settingType, settingValue }: z.output<typeof Draft>) => {
  try {
    return SettingValues[settingType].safeParse(JSON.parse(settingValue)).success
  } catch {
    return false
  }
}

const SettingDraft = Draft.refine(holdsItsValue, { path: ['settingValue'] })
  .refine(({ settingType, sortIndex }) => (settingType === 'ShortcutLink') === (sortIndex !== null), {
    path: ['sortIndex'],
  })
  .refine(({ settingType, settingName }) => settingType !== 'ShortcutLink' || settingName !== '', {
    path: ['settingName'],
  })
export type SettingDraft = z.output<typeof SettingDraft>

const Setting = z.strictObject({
  id: Id,
  companyId: Id,
  userId: Id,
  settingType: z.enum(settingTypes),
  settingName: z.string(),
  settingValue: z.string(),
  sortIndex: z.int().nullable(),
})
export type Setting = z.output<typeof Setting>

const Metadata = z.strictObject({
  apps: z.array(z.strictObject({ code: z.string(), name: z.string(), applicationType: ApplicationType })),
  modules: z.array(z.strictObject({ code: z.string(), name: z.string(), appCode: z.string() })),
  pages: z.array(
    z.strictObject({ name: z.string(), link: z.string(), appCode: z.string(), moduleCode: z.string() }),
  ),
})
export type Metadata = z.output<typeof Metadata>

const path = '/possetting/usersetting'
// All or none: a person has exactly four shortcut links.
const wholeShortcuts = ({ settings }: { settings: SettingDraft[] }) => {
  const indexes = settings.filter((one) => one.settingType === 'ShortcutLink').map((one) => one.sortIndex)
  return indexes.length === 0 || (indexes.length === shortcutCount && new Set(indexes).size === shortcutCount)
}

export const userSettings = {
  metadata: read({ path: `${path}/metadata`, method: 'POST', permission: 'signedIn', output: Metadata }),
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission: 'signedIn',
    input: z.strictObject({ companyId: Id }),
    output: z.array(Setting),
  }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission: 'signedIn',
    input: z
      .strictObject({ companyId: Id, settings: z.array(SettingDraft).min(1).max(20) })
      .refine(wholeShortcuts, { path: ['settings'] }),
    output: z.array(Setting),
  }),
}
