import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, layout } from './layout.web.ts'

/** Catalogues by path: where to fetch each (`import.meta.glob` with `query: '?url'`), or how to load it (without). */
export type Catalogues = Record<string, string | (() => Promise<unknown>)>

/**
 * Starts the texts in the language of the layout settings. A catalogue is found by its path: `…/kit/locales/en.json` is
 * namespace `kit`, `…/modules/access/locales/en.json` is `access`, and the application's own `./locales/en.json` is `shell`.
 */
export async function startTexts(catalogues: Catalogues) {
  const sources = new Map(
    Object.entries(catalogues).map(([path, source]) => {
      const [, folder = '', language = ''] = /([^/]+)\/locales\/(\w+)\.json$/.exec(path) ?? []
      return [`${language}/${folder === '.' ? 'shell' : folder}`, source]
    }),
  )
  async function catalogue(name: string) {
    const source = sources.get(name)
    if (typeof source === 'string') {
      const response = await fetch(source)
      if (!response.ok) throw new Error(`${source}: ${response.status}`)
      return (await response.json()) as ResourceKey
    }
    return ((await source?.()) as { default: ResourceKey } | undefined)?.default ?? {}
  }
  const backend: BackendModule = {
    type: 'backend',
    init: () => {},
    read: (language, namespace, done) => {
      catalogue(`${language}/${namespace}`).then(
        (texts) => done(null, texts),
        (error: Error) => done(error, null),
      )
    },
  }
  const { language } = layout.get()
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: import.meta.env.DEV ? 'en' : false,
      load: 'currentOnly',
      ns: ['kit', 'shell'],
      defaultNS: 'kit',
      interpolation: { escapeValue: false },
    })
  mark(language)
  // Another window may have chosen another one.
  addEventListener('storage', () => {
    const chosen = layout.get().language
    if (chosen !== i18next.language) void switchLanguage(chosen)
  })
}

/** Shows everything in another language, and keeps the choice. */
export async function switchLanguage(language: Language) {
  layout.change({ language })
  await i18next.changeLanguage(language)
  mark(language)
}

/** Shows everything in the language of the company, where nobody has chosen one in this browser. */
export async function applyDefaultLanguage(language: Language) {
  layout.adopt(language)
  await i18next.changeLanguage(layout.get().language)
  mark(layout.get().language)
}

/** Makes a module's texts ready, so that its screen does not appear without them; rejects where they cannot be fetched. */
export const loadTexts = (namespace: string) =>
  new Promise<void>((resolve, reject) => {
    void i18next.loadNamespaces(namespace, (error: Error | null | undefined) =>
      error ? reject(error) : resolve(),
    )
  })

/** The language as HTTP and HTML name it, such as `zh-Hant`. */
export const languageTag = () => layout.get().language.replace('_', '-')

/** A text of the kit outside React. */
export const kitText = (key: string, values: Record<string, unknown> = {}) =>
  i18next.t(key, { ns: 'kit', ...values })

const mark = (language: Language) => (document.documentElement.lang = language.replace('_', '-'))
