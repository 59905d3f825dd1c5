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

/** What a currency is called in a language. */
export const currencyName = (code: string, language: Language): string =>
  new Intl.DisplayNames(language.replace('_', '-'), { type: 'currency' }).of(code) ?? code

/** Decimals of an amount in a currency; two where it is none of ISO 4217. */
export const exponentOf = (code: string): number => isoCurrencies.get(code)?.exponent ?? 2
