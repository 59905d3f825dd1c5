import { Exact } from '#kit/domain/decimals.domain.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { isUnreadable } from '#kit/domain/numbers.domain.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { grossOf, taxOf, versionOn } from '../tax-codes/rates.domain.ts'
import { amountOf, listImbalances } from '../entries/entries.domain.ts'
import type { Choices, Head } from './entry-head.web.tsx'

/** A line as it is typed. */
export interface Typed {
  accountId: string
  branchId: string
  partyId: string
  currencyId: string
  quantity: string
  rate: string
  debit: string
  credit: string
  taxCodeId: string
  taxMode: string
}

export const blank: Typed = {
  accountId: '',
  branchId: '',
  partyId: '',
  currencyId: '',
  quantity: '',
  rate: '',
  debit: '',
  credit: '',
  taxCodeId: '',
  taxMode: 'included',
}

/** A number that is being typed; nothing where there is none yet. */
const typedNumber = (text: string) => (text.trim() === '' || isUnreadable(text) ? null : numberOf(text))

type Dated = Pick<Head, 'branchId' | 'businessDate'>

/** A line as it stands: its amount, and its tax on the day of the entry; nothing where there is no rate. */
function worthOf(choices: Choices, { businessDate }: Dated, line: Typed) {
  const unit = choices.currencies.find(({ id }) => id === line.currencyId)?.quoteUnit ?? 1
  const typed = {
    quantity: typedNumber(line.quantity),
    rate: typedNumber(line.rate),
    debit: typedNumber(line.debit),
    credit: typedNumber(line.credit),
  }
  const amount = amountOf(typed, { unit, exponent: choices.localExponent })
  const code = choices.taxCodes.find(({ id }) => id === line.taxCodeId)
  const rate = line.currencyId === '' ? versionOn(code?.versions ?? [], businessDate)?.rate : undefined
  const isTaxIncluded = line.taxMode !== 'added'
  const tax = rate ? taxOf(amount, { rate, isIncluded: isTaxIncluded }, choices.localExponent) : '0'
  return { amount, isTaxIncluded, tax, code: code?.name ?? '' }
}

/** What each line is worth as it stands, with its tax. */
export const amountsOf = (choices: Choices, head: Dated, lines: readonly Typed[]) =>
  lines.map((line) => ({
    branchId: line.branchId || head.branchId,
    amount: grossOf(worthOf(choices, head, line)),
  }))

export function debitsOf(choices: Choices, head: Dated, lines: readonly Typed[]): string {
  const debits = amountsOf(choices, head, lines).filter(({ amount }) => !amount.startsWith('-'))
  return groupDigits(listImbalances(debits).total)
}

/** What is posted as tax of each code, a debit above zero. */
export function taxesByCode(choices: Choices, head: Dated, lines: readonly Typed[]) {
  const taxed = lines.map((line) => worthOf(choices, head, line)).filter(({ tax }) => Number(tax) !== 0)
  return [...Map.groupBy(taxed, ({ code }) => code)].map(([code, own]) => ({
    code,
    tax: own.reduce((sum, { tax }) => sum.plus(tax), new Exact(0)).toFixed(choices.localExponent),
  }))
}
