import { bindContract, session } from '#kit/web/api.web.ts'
import { queryClient } from '#kit/web/queries.web.ts'
import { type Setting, userSettings } from './user-settings.contract.ts'
import type { PageChoice, SettingType } from './user-settings.domain.ts'

const api = bindContract(userSettings)
const companyId = () => session.read()?.company.companyId ?? ''

/** For `useQuery`: all that the person keeps. */
export const keptSettings = {
  queryKey: ['/possetting/usersetting', 'list'],
  queryFn: () => api.list.call({ companyId: companyId() }),
  staleTime: 300_000,
}

/** The value of one kind among what is kept. */
export function valueOf<T>(settings: readonly Setting[] | undefined, type: SettingType): T | undefined {
  const found = settings?.find(({ settingType }) => settingType === type)
  return found && (JSON.parse(found.settingValue) as T)
}

/** The four shortcut links, by number. */
export const shortcutsOf = (settings: readonly Setting[] | undefined) =>
  (settings ?? [])
    .filter(({ settingType }) => settingType === 'ShortcutLink')
    .map(({ settingName, settingValue }) => ({
      name: settingName,
      ...(JSON.parse(settingValue) as PageChoice),
    }))

/** What is written; `sortIndex` only for shortcut links. */
export interface Change {
  settingType: SettingType
  value: unknown
  settingName?: string
  sortIndex?: number
}

/** Keeps settings of the person, and remembers what the server then has. */
export async function keepSettings(changes: readonly Change[]) {
  const settings = changes.map(
    ({ settingType, value, settingName = '', sortIndex = null as number | null }) => ({
      settingType,
      settingName,
      settingValue: JSON.stringify(value),
      sortIndex,
    }),
  )
  const kept = await api.update.call({ companyId: companyId(), settings })
  queryClient.setQueryData(keptSettings.queryKey, kept)
  return kept
}

const fetchKept = () => queryClient.fetchQuery(keptSettings).catch(() => undefined)

/** The address that the person begins at; undefined when none is kept. */
export const landingPage = async () => valueOf<PageChoice>(await fetchKept(), 'LandingPage')?.link

/** The counter that the person works at without being asked; undefined when none is kept. */
export const defaultCounter = async () =>
  valueOf<{ counterId: string | null }>(await fetchKept(), 'DefaultWorkspace')?.counterId ?? undefined

/** The language that the person chose last, on whatever machine; undefined where none was chosen. */
export const readLanguage = async () => valueOf<{ code: string }>(await fetchKept(), 'Language')?.code
