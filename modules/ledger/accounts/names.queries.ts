import { sql } from 'kysely'
import type { Language } from '#kit/server/texts.server.ts'

/** The expression for what a ledger or a group is called in a language: its own name where it has none there. */
export const nameText = (alias: string, language: Language): string =>
  language === 'en'
    ? `${alias}.name`
    : `coalesce(nullif(${alias}.name_${language.toLowerCase()}, ''), ${alias}.name)`

export const nameIn = (alias: string, language: Language) =>
  sql<string>`${sql.raw(nameText(alias, language))}`
