import type { Words } from './new-files.ts'

export const languages = ['en', 'zh_Hant', 'zh_Hans', 'vi'] as const
export type Language = (typeof languages)[number]

// What every capability says in the same words. The rest is about its own noun: it stays English, which the house check reports.
const generic: Record<Language, { help: string; formats: string }> = {
  en: { help: 'Short and unique', formats: 'Letters, digits, dash and underscore; at most 20' },
  zh_Hant: { help: '簡短且唯一', formats: '字母、數字、連字號及底線，最多 20 個' },
  zh_Hans: { help: '简短且唯一', formats: '字母、数字、连字符和下划线，最多 20 个' },
  vi: { help: 'Ngắn và duy nhất', formats: 'Chữ, số, gạch nối và gạch dưới; tối đa 20 ký tự' },
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What the screens of a capability say. */
export const screenTexts = ({ noun, nouns }: Words, language: Language) => ({
  one: capital(noun),
  title: capital(nouns),
  create: `New ${noun}`,
  editTitle: `Edit ${noun}`,
  empty: `There are no ${nouns} yet.`,
  groups: { facts: capital(noun) },
  help: { code: generic[language].help },
  formats: { code: generic[language].formats },
})

/** What the role screen says of its two permissions. */
export const permissionTexts = ({ nouns }: Words) => ({
  view: { label: `See ${nouns}`, description: `May look at ${nouns}.` },
  manage: { label: `Manage ${nouns}`, description: `May add, change, switch off and remove ${nouns}.` },
})
