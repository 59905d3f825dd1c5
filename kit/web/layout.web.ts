import { createKept } from './kept.web.ts'
import { isFlag, isOneOf, isText } from './kept-parts.web.ts'

export const languages = ['en', 'zh_Hant', 'zh_Hans', 'vi'] as const
export type Language = (typeof languages)[number]
/** The languages that the account menu and the sign-in screen offer. */
export const offeredLanguages = ['en', 'zh_Hant'] as const satisfies readonly Language[]
export const themes = ['mode-default', 'mode-light', 'mode-dark'] as const
const menus = ['menu-docked', 'menu-flyout'] as const
/** Sizes of letters that are offered, in em. */
export const fontSizes = [0.875, 1, 1.125] as const

/** How this browser shows the application in all its windows, kept under LAYOUT_SETTINGS with the specification's names and defaults. */
export interface Layout {
  theme: (typeof themes)[number]
  menu: (typeof menus)[number]
  expandMenuDocked: boolean
  /** In em. */
  fontSize: (typeof fontSizes)[number]
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

const store = createKept<Layout>(key, defaults, {
  theme: isOneOf(themes),
  menu: isOneOf(menus),
  expandMenuDocked: isFlag,
  fontSize: isOneOf(fontSizes),
  defaultPage: isText,
  language: isOneOf(languages),
  app: isText,
})

export const layout = {
  get: store.get,
  use: store.use,
  watch: store.watch,
  /** Speaks this language in a browser in which nobody has chosen one. */
  adopt(language: Language): void {
    defaults.language = language
    if (!store.keeps('language')) store.set({ ...store.get(), language })
  },
  change(part: Partial<Layout>) {
    const before = store.get()
    store.change(part)
    const next = store.get()
    dispatchEvent(new CustomEvent('update-layout-setting', { detail: next }))
    if (next.menu !== before.menu) dispatchEvent(new CustomEvent('toggle-menu-flyout', { detail: next.menu }))
  },
}
