import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { groupDigits } from '#kit/domain/digits.domain.ts'

export const languages = ['en', 'zh_Hant', 'zh_Hans', 'vi'] as const
export type Language = (typeof languages)[number]

const root = join(import.meta.dirname, '../..')
const zodTexts: Record<Language, z.core.$ZodErrorMap> = {
  en: z.locales.en().localeError,
  zh_Hant: z.locales.zhTW().localeError,
  zh_Hans: z.locales.zhCN().localeError,
  vi: z.locales.vi().localeError,
}

type Catalogue = { [key: string]: string | Catalogue }

const read = (folder: string, language: Language) =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Catalogue
const collect = (texts: Map<string, string>, part: Catalogue, prefix: string) => {
  for (const [key, value] of Object.entries(part))
    if (typeof value === 'string') texts.set(`${prefix}${key}`, value)
    else collect(texts, value, `${prefix}${key}.`)
}

/**
 * The texts that the server itself says (`refusals`, `messages`, `mails`); those of the screens lie one folder up. What lies
 * beside the modules, such as the names of pages, is for both.
 */
function catalogue(language: Language): Map<string, string> {
  const texts = new Map<string, string>()
  const folders = [
    join(root, 'kit/locales/server'),
    join(root, 'modules/locales'),
    ...readdirSync(join(root, 'modules'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'locales')
      .map((entry) => join(root, 'modules', entry.name, 'locales/server'))
      // A module that only compares says nothing.
      .filter((folder) => existsSync(folder)),
  ]
  for (const folder of folders)
    for (const [section, part] of Object.entries(read(folder, language)))
      if (typeof part === 'object') collect(texts, part, `${section}.`)
  return texts
}

/** The texts of the screens that workbooks say too, by `<namespace>:<key>`. */
function screens(language: Language): Map<string, string> {
  const texts = new Map<string, string>()
  collect(texts, read(join(root, 'kit/locales'), language), 'kit:')
  collect(texts, read(join(root, 'modules/locales'), language), 'modules:')
  for (const { name } of readdirSync(join(root, 'modules'), { withFileTypes: true })) {
    const folder = join(root, 'modules', name, 'locales')
    if (existsSync(folder)) collect(texts, read(folder, language), `${name}:`)
  }
  return texts
}

// Read at the start: a text that cannot be read stops that, and never an answer to a user.
const catalogues = Object.fromEntries(languages.map((language) => [language, catalogue(language)])) as Record<
  Language,
  Map<string, string>
>

/**
 * The text for `key` (such as `refusals.NOT_FOUND`) in a language, with `{{name}}` filled from `data`, `{{amount, number}}` grouped.
 * A key without a text answers the key itself; a test says when that could happen.
 */
export function text(language: Language, key: string, data: Record<string, unknown> = {}): string {
  return fill(catalogues[language].get(key) ?? catalogues.en.get(key) ?? key, data)
}

const screenCatalogues = Object.fromEntries(
  languages.map((language) => [language, screens(language)]),
) as Record<Language, Map<string, string>>

/** What a screen says under a key of its texts, such as `reports:profit` and `fields.code`; undefined where it says nothing. */
export function screenText(
  language: Language,
  place: string,
  key: string,
  data: Record<string, unknown> = {},
): string | undefined {
  const texts = screenCatalogues[language]
  const template =
    texts.get(`${place}.${key}`) ?? texts.get(`modules:terms.${key}`) ?? texts.get(`kit:${key}`)
  return template && fill(template, data)
}

const fill = (template: string, data: Record<string, unknown>) =>
  template.replaceAll(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber?: string) =>
    isNumber ? groupDigits(show(data[name])) : show(data[name]),
  )

function show(value: unknown): string {
  if (Array.isArray(value)) return value.map(show).join(', ')
  return typeof value === 'object' ? '' : String(value as string | number | boolean)
}

/** The keys that begin so, without that beginning. */
export const textKeys = (beginning: string): string[] =>
  [...catalogues.en.keys()]
    .filter((key) => key.startsWith(beginning))
    .map((key) => key.slice(beginning.length))

/** What Zod says of a fault, in a language. */
export const shapeTexts = (language: Language) => zodTexts[language]

/** The first language we have among those that the reader asks for, such as `zh-TW,zh;q=0.9,en;q=0.8`. */
export function languageOf(header: string | undefined): Language {
  for (const part of (header ?? '').split(',', 10)) {
    const tag = part.split(';')[0]?.trim().toLowerCase().replaceAll('_', '-') ?? ''
    if (/^zh-(hant|tw|hk|mo)/.test(tag)) return 'zh_Hant'
    if (tag.startsWith('zh')) return 'zh_Hans'
    if (tag.startsWith('vi')) return 'vi'
    if (tag.startsWith('en')) return 'en'
  }
  return 'en'
}
