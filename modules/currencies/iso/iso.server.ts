import { data } from 'currency-codes'
import type { Language } from '#kit/server/texts.server.ts'

/** A currency of ISO 4217. */
export interface IsoCurrency {
  code: string
  /** The three digits. */
  number: string
  /** Decimals of an amount. */
  exponent: number
}

// Codes that are no money: units of account, metals, tests. Nobody hands them over a counter.
const noMoney = /^(X(?!AF|CD|OF|PF|CG)[A-Z]{2}|BOV|CHE|CHW|CLF|COU|MXV|USN|UYI|UYW|ZZZ)$/

/** The currencies of ISO 4217 that can be handed over, by code; names are those of `Intl`. */
export const isoCurrencies: ReadonlyMap<string, IsoCurrency> = new Map(
  data
    .filter(({ code }) => !noMoney.test(code))
    .map(({ code, number, digits }) => [code, { code, number, exponent: digits }]),
)

// To make what names them takes longer than to name them all, and that longer than to look here.
const named = new Map<Language, Map<string, string>>()

/** What a currency is called in a language. */
export function currencyName(code: string, language: Language): string {
  const known = named.get(language) ?? namesIn(language)
  return known.get(code) ?? code
}

function namesIn(language: Language): Map<string, string> {
  const names = new Intl.DisplayNames(language.replace('_', '-'), { type: 'currency' })
  const all = new Map([...isoCurrencies.keys()].map((code) => [code, names.of(code) ?? code]))
  named.set(language, all)
  return all
}

export { exponentOf } from '#modules/organisation/public.server.ts'
