import { createStore } from './store.web.ts'

export const languages = ['en', 'zh_Hant', 'zh_Hans', 'vi'] as const
export type Language = (typeof languages)[number]
/** The languages that the account menu and the sign-in screen offer. */
export const offeredLanguages = ['en', 'zh_Hant'] as const satisfies readonly Language[]
export const themes = ['mode-default', 'mode-light', 'mode-dark'] as const
const menus = ['menu-docked', 'menu-flyout'] as const

/** How this browser shows the application in all its windows, kept under LAYOUT_SETTINGS with the specification's names and defaults. */
export interface Layout {
  theme: (typeof themes)[number]
  menu: (typeof menus)[number]
  expandMenuDocked: boolean
  /** In em. */
  fontSize: number
  defaultPage: string
  language: Language
  /** The app that was used last; empty before the first. */
  app: string
}

const key = 'LAYOUT_SETTINGS'
const defaults: Layout = {
  theme: 'mode-default',
  menu: 'menu-docked',
  expandMenuDocked: true,
  fontSize: 1,
  defaultPage: '',
  language: 'en',
  app: '',
}

const store = createStore(stored())
addEventListener('storage', (event) => {
  if (event.key === null || event.key === key) store.set(stored())
})

export const layout = {
  get: store.get,
  use: store.use,
  watch: store.watch,
  change(part: Partial<Layout>) {
    const before = store.get()
    const next = { ...before, ...part }
    localStorage.setItem(key, JSON.stringify(next))
    store.set(next)
    dispatchEvent(new CustomEvent('update-layout-setting', { detail: next }))
    if (next.menu !== before.menu) dispatchEvent(new CustomEvent('toggle-menu-flyout', { detail: next.menu }))
  },
}

function stored(): Layout {
  try {
    const kept = { ...defaults, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Layout>) }
    const { language, theme, menu } = kept
    // Each that is none of its kind falls back by itself: half a theme could not be read.
    return {
      ...kept,
      language: languages.includes(language) ? language : defaults.language,
      theme: themes.includes(theme) ? theme : defaults.theme,
      menu: menus.includes(menu) ? menu : defaults.menu,
    }
  } catch {
    return defaults
  }
}
