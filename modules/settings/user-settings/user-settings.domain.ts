import { appCodes, pageGroups } from '#modules/pages.domain.ts'

/** The kinds of setting that a person keeps. */
export const settingTypes = [
  'DefaultApp',
  'DefaultWorkspace',
  'LandingPage',
  'ShortcutLink',
  'Language',
] as const
export type SettingType = (typeof settingTypes)[number]

/** Exactly so many shortcut links, numbered by `sortIndex` from 0; specification 000, 9. */
export const shortcutCount = 4

/** An app, a module and a page, as landing page and shortcut links name them. */
export interface PageChoice {
  appCode: string
  moduleCode: string
  link: string
}

/** A page as the choice of a landing page offers it. */
export interface ListedPage extends PageChoice {
  key: string
}

/** The module under which every app lists the pages that belong to no app; nobody switches it off. */
export const settingsModule = 'settings'

/** Every page of an app, with its app and module; the settings as the last module of each. */
export const listedPages: readonly ListedPage[] = appCodes.flatMap((app) => {
  const listed = (isOfApp: boolean) =>
    pageGroups
      .filter(({ of }) => (isOfApp ? of?.app === app : !of))
      // What every app has beside its settings comes after them, so that they begin with their own first page.
      .toSorted((a, b) => Number(b.isSetting ?? false) - Number(a.isSetting ?? false))
      .flatMap(({ of, pages }) =>
        pages.map(({ key, link }) => ({
          key,
          link,
          appCode: app,
          moduleCode: of?.module ?? settingsModule,
        })),
      )
  return [...listed(true), ...listed(false)]
})

/** What is offered to choose from: apps, their modules and their pages. */
export interface Offered {
  modules: readonly { code: string; appCode: string }[]
  pages: readonly PageChoice[]
}

/** Of all that a company has, what can be opened: pages that are built, and the modules and apps that have such pages. */
export function builtOnly<
  A extends { code: string },
  M extends Offered['modules'][number],
  P extends PageChoice,
>(
  all: { apps: readonly A[]; modules: readonly M[]; pages: readonly P[] },
  isBuilt: (link: string) => boolean,
) {
  const pages = all.pages.filter(({ link }) => isBuilt(link))
  const modules = all.modules.filter(({ code, appCode }) =>
    pages.some((page) => page.moduleCode === code && page.appCode === appCode),
  )
  return {
    apps: all.apps.filter(({ code }) => modules.some(({ appCode }) => appCode === code)),
    modules,
    pages,
  }
}

/** Choosing an app takes its first module and that module's first page. */
export function withApp({ modules, pages }: Offered, appCode: string): PageChoice {
  const moduleCode = modules.find((one) => one.appCode === appCode)?.code ?? ''
  return withModule({ modules, pages }, appCode, moduleCode)
}

/** Choosing a module takes its first page. */
export function withModule({ pages }: Offered, appCode: string, moduleCode: string): PageChoice {
  const first = pages.find((one) => one.appCode === appCode && one.moduleCode === moduleCode)
  return { appCode, moduleCode, link: first?.link ?? '' }
}

/** Whether a choice names an app, a module of it and a page of that. */
export const isListed = (choice: PageChoice, listed: readonly PageChoice[] = listedPages): boolean =>
  listed.some(
    ({ appCode, moduleCode, link }) =>
      appCode === choice.appCode && moduleCode === choice.moduleCode && link === choice.link,
  )

/** The shortcuts of a new form, each with the key of its page; specification 000, 2. */
export const firstShortcuts = [
  { name: 'Dashboard', page: 'dashboard' },
  { name: 'Transaction', page: 'transaction' },
  { name: 'Live FX Rates', page: 'liveRates' },
  { name: 'Compliance', page: 'enhancedScreening' },
] as const
