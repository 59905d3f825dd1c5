import { Refusal } from '#kit/domain/refusal.domain.ts'
import { readDetails } from './mt940-details.domain.ts'
import {
  type Balance,
  dayOf,
  type DecimalsOf,
  finishStatement,
  lineWith,
  negate,
  type Statement,
  startStatement,
  sumLines,
} from './statement.domain.ts'

/** One field of a message: its tag and its text, lines kept. */
interface Field {
  tag: string
  text: string
}
type Page = Field[]

/** Tags that begin a field. A line of a text that only looks so, such as `:12:11`, stays text. */
const begins = /^:(20|21|25P?|28C?|60[FM]|61|86|62[FM]|64|65|13D?|34F|90[CD]|NS):(.*)$/s
const ends = /^-(?:\}|XXX)?$/
const mostOfField = 65_536

/** Whether a text has a field of MT940 or MT942 at the beginning of a line. */
export const isMt940 = (text: string): boolean =>
  /^(?:\{[^\r\n]*)?:(?:20|25P?|28C?|60[FM]|61|86|62[FM]|64|NS):/m.test(text)

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    // oxlint-disable-next-line no-control-regex -- marks of old lines of transmission stand before and behind a message
    yield text.slice(at, end < 0 ? undefined : end).replaceAll(/[\u0000-\u0008\u000B-\u001F]/g, '')
    at = end < 0 ? text.length : end + 1
  }
}

/** The pages of a file: a new `:20:` begins one, a dash ends it. What stands before a first field belongs to nothing. */
function* pagesOf(text: string): Generator<Page> {
  let page: Page = []
  let number = 0
  for (const given of linesOf(text)) {
    number += 1
    const line = given.replace(/^\{.*\{4:/, '')
    const [, tag, rest = ''] = begins.exec(line) ?? []
    const isEnd = ends.test(line.trimEnd())
    if ((isEnd || tag === '20') && page.length > 0) {
      yield page
      page = []
    }
    if (isEnd || line.trim() === '') continue
    const last = page.at(-1)
    if (tag !== undefined) page.push({ tag, text: rest })
    else if (last) last.text += `\n${line}`
    if ((last?.text.length ?? 0) > mostOfField) throw new Refusal('BANKFILE_SHAPE', { line: number })
  }
  if (page.length > 0) yield page
}

const amountOf = (text: string) =>
  /^\d{1,30}(?:,\d{0,5})?$/.test(text)
    ? text
        .replace(/^0+(?=\d)/, '')
        .replace(/,?$/, '')
        .replace(',', '.')
    : undefined
const yearOf = (two: number) => (two < 80 ? 2000 : 1900) + two

function balanceOf(text: string): Balance | undefined {
  const [, mark, year, month, day, currency = '', written = ''] =
    /^([CD])(\d\d)(\d\d)(\d\d)([A-Z]{3})([\d,]+)\s*$/.exec(text) ?? []
  const amount = amountOf(written)
  const on = dayOf(yearOf(Number(year)), Number(month), Number(day))
  if (amount === undefined || on === undefined) return undefined
  return { amount: mark === 'D' ? negate(amount) : amount, currency, on }
}

/** The day without a year of an entry: that which lies nearest to the value date. */
function nearestDay(month: number, day: number, value: { year: number; at: number }): string | undefined {
  const days = [value.year - 1, value.year, value.year + 1].flatMap((year) => dayOf(year, month, day) ?? [])
  const far = (on: string) => Math.abs(Date.parse(on) - value.at)
  return days.toSorted((a, b) => far(a) - far(b))[0]
}

const entry =
  /^(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d)| {4})?(R?[CD])[A-Z]?(\d[\d,]*)(?:[A-Z][A-Z0-9 ]{3}([^\n]*))?\s*(?:\n(.*))?$/s

/** Takes one `:61:` with the `:86:` that follows it. RC is a credit taken back, so it goes out. */
function takeEntry(statement: Statement, text: string, details: string): void {
  const found = entry.exec(text)
  const fault = (code: string) =>
    statement.faults.push({
      code,
      data: { line: statement.lines.length + statement.faults.length + 1, found: text.split('\n', 1)[0] },
    })
  if (!found) return void fault('STATEMENT_LINE')
  const [, yy, mm, dd, month, day, mark = '', written = '', references = '', more = ''] = found
  const amount = amountOf(written)
  if (amount === undefined) return void fault('STATEMENT_LINE_AMOUNT')
  const value = { year: yearOf(Number(yy)), at: Date.UTC(yearOf(Number(yy)), Number(mm) - 1, Number(dd)) }
  const valueOn = dayOf(value.year, Number(mm), Number(dd)) ?? null
  const bookedOn = month === undefined ? valueOn : nearestDay(Number(month), Number(day), value)
  if (!bookedOn) return void fault('STATEMENT_LINE_DATE')
  if (!valueOn)
    statement.notes.push({ code: 'NOTE_VALUE_DATE', data: { found: `${yy}${mm}${dd}`, bookedOn } })
  const [own = '', bank = ''] = references.split('//')
  const read = readDetails(details)
  statement.lines.push(
    lineWith({
      bookedOn,
      valueOn,
      amount: mark === 'D' || mark === 'RC' ? negate(amount) : amount,
      isReversal: mark.startsWith('R'),
      bankReference: bank.trim(),
      ...read,
      reference: read.reference || (/^(?:NONREF)?$/.test(own.trim()) ? '' : own.trim()),
      text: [read.text, more.replaceAll('\n', ' ').trim()].filter(Boolean).join(' '),
    }),
  )
}

/** `:90D:` and `:90C:` say how many lines there are and what they come to. */
function checkCounts(statement: Statement, page: Page): void {
  for (const { tag, text } of page) {
    const [, count, , written = ''] = /^(\d{1,5})([A-Z]{3})([\d,]+)/.exec(text) ?? []
    if (!tag.startsWith('90') || count === undefined) continue
    const isOut = tag === '90D'
    const lines = statement.lines.filter(({ amount }) => amount.startsWith('-') === isOut)
    const { debits, credits } = sumLines(lines)
    const sum = isOut ? debits : credits
    const said = amountOf(written) ?? ''
    if (Number(count) === lines.length && said && sum.eq(said)) continue
    statement.faults.push({
      code: 'STATEMENT_COUNT',
      data: { side: isOut ? 'D' : 'C', count, said, lines: lines.length, sum: sum.toFixed() },
    })
  }
}

function takePage(statement: Statement, page: Page): void {
  for (const [index, { tag, text }] of page.entries()) {
    const balance = /^6[0245]/.test(tag) ? balanceOf(text.trim()) : undefined
    if (balance) statement.others.add(balance.currency)
    if (tag.startsWith('60')) statement.opening ??= balance ?? null
    else if (tag.startsWith('62')) statement.closing = balance ?? null
    else if (tag === '61') {
      const next = page[index + 1]?.tag === 'NS' ? page[index + 2] : page[index + 1]
      takeEntry(statement, text, next?.tag === '86' ? next.text : '')
    }
  }
}

const fieldOf = (page: Page, tag: RegExp) => page.find((field) => tag.test(field.tag))?.text.trim() ?? ''

/** A page that goes on: it opens where the one before, of the same account, stopped in between. */
function goesOn(statement: Statement | undefined, page: Page): statement is Statement {
  const opening = page.find(({ tag }) => tag === '60M')
  const balance = opening && balanceOf(opening.text.trim())
  return Boolean(
    balance &&
    statement?.closing &&
    statement.account === accountOf(page).account &&
    statement.closing.amount === balance.amount,
  )
}

/** The account of `:25:`; some banks write its currency behind it. */
function accountOf(page: Page): { account: string; currency: string } {
  const text = fieldOf(page, /^25/).split('\n', 1)[0] ?? ''
  const [, account = text, currency = ''] = /^(.*\d)\s?([A-Z]{3})$/.exec(text) ?? []
  return { account, currency }
}

/**
 * The statements of an MT940 or MT942 file; pages that go on are one statement.
 * @throws Refusal BANKFILE_NONE where no account, balance or line is in it, BANKFILE_SHAPE for a field without end
 */
export function readMt940(text: string, decimalsOf: DecimalsOf): Statement[] {
  const statements: Statement[] = []
  for (const page of pagesOf(text)) {
    const last = statements.at(-1)
    if (goesOn(last, page)) {
      takePage(last, page)
      continue
    }
    const isInterim =
      page.some(({ tag }) => /^(?:34F|13D?|90[CD])$/.test(tag)) && !page.some(({ tag }) => /^6[02]/.test(tag))
    const statement = startStatement(isInterim ? 'MT942' : 'MT940', isInterim ? 'lines' : 'full')
    Object.assign(statement, accountOf(page), { number: fieldOf(page, /^28/) })
    if (isInterim) statement.currency ||= /^[A-Z]{3}/.exec(fieldOf(page, /^34F/))?.[0] ?? ''
    takePage(statement, page)
    checkCounts(statement, page)
    statements.push(statement)
  }
  const found = statements.filter(
    ({ account, others, lines, faults }) => account || others.size > 0 || lines.length + faults.length > 0,
  )
  if (found.length === 0) throw new Refusal('BANKFILE_NONE', { format: 'MT940' })
  return found.map((statement) => finishStatement(statement, decimalsOf))
}
