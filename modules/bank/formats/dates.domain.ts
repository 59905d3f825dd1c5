import { asciiDigits } from '#kit/domain/digits.domain.ts'
import { dayOf } from './statement.domain.ts'

/** In which order a date is written. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const numbered =
  /^(\d{1,4})[./\-\s年月]{1,2}(\d{1,2})[./\-\s年月]{1,2}(\d{1,4})日?(?:[T\s]+\d{1,2}:\d{2}.*)?$/
const compact = /^(\d{2})(\d{2})(\d{2})(\d{2})$/

/** A date as a table has it, by the saved order, `YYYY-MM-DD`; undefined for one that is none. A real date is read as it is. */
export function readDate(text: string, order: DateOrder): string | undefined {
  const written = asciiDigits(text).trim()
  if (/^\d{4}-\d\d-\d\d(?:[T ].*)?$/.test(written)) return fromParts(written.slice(0, 10).split('-'), 'ymd')
  const [, day = '', name = '', year = ''] =
    /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{2,4})$/.exec(written) ?? []
  if (name) return fromParts([year, String(months.indexOf(name.toLowerCase()) + 1), day], 'ymd')
  const parts = numbered.exec(written)?.slice(1)
  if (parts) return fromParts(parts, order)
  const digits = compact.exec(written)
  if (!digits) return undefined
  const cut = order === 'ymd' ? [4, 6] : [2, 4]
  return fromParts([written.slice(0, cut[0]), written.slice(cut[0], cut[1]), written.slice(cut[1])], order)
}

function fromParts(parts: readonly string[], order: DateOrder): string | undefined {
  const of = (part: 'y' | 'm' | 'd') => parts[order.indexOf(part)] ?? ''
  const year = of('y')
  if (year.length !== 4 && year.length !== 2) return undefined
  return dayOf(Number(year) + (year.length === 2 ? 2000 : 0), Number(of('m')), Number(of('d')))
}

/** The orders by which every one of these dates is a day: one is a fact, several are a question, none is a refusal. */
export const ordersOf = (dates: readonly string[]): DateOrder[] =>
  dateOrders.filter((order) => dates.every((date) => readDate(date, order) !== undefined))
