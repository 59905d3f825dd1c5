import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Denomination, QuoteUnit } from './units.domain.ts'

/** The flag of a currency: that of the country in its first two letters, of the Union for the euro. */
export const flagCodeOf = (code: string): string => code.slice(0, 2).toLowerCase()

/** The notes and coins of the currencies that are traded most, as their issuers have them in circulation; a company changes its own. */
const circulating: Record<string, readonly [notes: string, coins: string]> = {
  AED: ['5 10 20 50 100 200 500 1000', '0.25 0.5 1'],
  AUD: ['5 10 20 50 100', '0.05 0.1 0.2 0.5 1 2'],
  BDT: ['2 5 10 20 50 100 200 500 1000', '1 2 5'],
  BND: ['1 5 10 20 25 50 100 500 1000', '0.05 0.1 0.2 0.5'],
  CAD: ['5 10 20 50 100', '0.05 0.1 0.25 1 2'],
  CHF: ['10 20 50 100 200 1000', '0.05 0.1 0.2 0.5 1 2 5'],
  CNY: ['1 5 10 20 50 100', '0.1 0.5 1'],
  EUR: ['5 10 20 50 100 200 500', '0.01 0.02 0.05 0.1 0.2 0.5 1 2'],
  GBP: ['5 10 20 50', '0.01 0.02 0.05 0.1 0.2 0.5 1 2'],
  HKD: ['10 20 50 100 150 500 1000', '0.1 0.2 0.5 1 2 5 10'],
  IDR: ['1000 2000 5000 10000 20000 50000 100000', '100 200 500 1000'],
  INR: ['10 20 50 100 200 500', '1 2 5 10 20'],
  JPY: ['1000 2000 5000 10000', '1 5 10 50 100 500'],
  KRW: ['1000 5000 10000 50000', '10 50 100 500'],
  KWD: ['0.25 0.5 1 5 10 20', '0.005 0.01 0.02 0.05 0.1'],
  LKR: ['20 50 100 500 1000 5000', '1 2 5 10 20'],
  MYR: ['1 5 10 20 50 100', '0.05 0.1 0.2 0.5'],
  NPR: ['5 10 20 50 100 500 1000', '1 2'],
  NZD: ['5 10 20 50 100', '0.1 0.2 0.5 1 2'],
  PHP: ['20 50 100 200 500 1000', '0.05 0.25 1 5 10 20'],
  PKR: ['10 20 50 75 100 500 1000 5000', '1 2 5'],
  QAR: ['1 5 10 50 100 200 500', '0.25 0.5'],
  SAR: ['5 10 20 50 100 200 500', '0.25 0.5 1 2'],
  SGD: ['2 5 10 50 100 1000', '0.05 0.1 0.2 0.5 1'],
  THB: ['20 50 100 500 1000', '0.25 0.5 1 2 5 10'],
  TWD: ['100 200 500 1000 2000', '1 5 10 20 50'],
  USD: ['1 2 5 10 20 50 100', '0.01 0.05 0.1 0.25 0.5 1'],
  VND: ['1000 2000 5000 10000 20000 50000 100000 200000 500000', ''],
  ZAR: ['10 20 50 100 200', '0.1 0.2 0.5 1 2 5'],
}

/** What a currency begins with in a company: its notes and coins as far as they are known here. */
export function usualDenominations(code: string): Denomination[] {
  const [notes = '', coins = ''] = circulating[code] ?? []
  const each = (kind: Denomination['kind'], values: string) =>
    values
      .split(' ')
      .filter(Boolean)
      .map((faceValue) => ({ kind, faceValue }))
  return [...each('note', notes), ...each('coin', coins)]
}

const byTheHundred = ['JPY', 'KRW', 'INR', 'THB', 'PHP', 'TWD', 'BDT', 'PKR', 'LKR']
const byTheMillion = ['IDR', 'VND']

/** The unit in which markets quote a currency, where it is not one. */
export const usualQuoteUnit = (code: string): QuoteUnit =>
  byTheHundred.includes(code) ? 100 : byTheMillion.includes(code) ? 1_000_000 : 1

/** The smallest amount that is paid in cash: the smallest coin, else the smallest note, else one of the last decimal. */
export function usualCashUnit(code: string, exponent: number): string {
  const values = usualDenominations(code).map(({ faceValue }) => new Exact(faceValue))
  return (values.length > 0 ? Exact.min(...values) : new Exact(10).pow(-exponent)).toString()
}
