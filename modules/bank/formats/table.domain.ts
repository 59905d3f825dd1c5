import { cellFault, cellText, headKey, type TableRow } from '#kit/domain/cells.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { type DateOrder, readDate } from './dates.domain.ts'
import {
  type DecimalsOf,
  finishStatement,
  lineWith,
  negate,
  type Statement,
  type StatementLine,
  startStatement,
} from './statement.domain.ts'

/** How a table says what goes out: by a sign, in a column of its own, or by a letter beside the amount. */
export const amountStyles = ['signed', 'columns', 'letter'] as const

/** How the columns of an account's tables are read. Columns are named by their heads, '' for one that is not there. */
export interface Mapping {
  date: string
  valueDate: string
  dateOrder: DateOrder
  style: (typeof amountStyles)[number]
  /** The amount, or what comes in where there are two columns. */
  amount: string
  debit: string
  letter: string
  /** Letters of what goes out; of what comes in. */
  debitLetters: readonly string[]
  creditLetters: readonly string[]
  decimalSign: '.' | ','
  balance: string
  text: readonly string[]
  reference: string
  bankReference: string
  counterparty: string
  /** Whether the newest row stands first; balances are walked from the oldest. */
  isNewestFirst: boolean
}

/**
 * An amount as banks write it: `-1,234.50`, `1.234,50-`, `(1,234.50)`, by the decimal sign of the mapping; undefined for what is
 * none. A comma as decimal sign turns the two signs, and the kit's reader decides on groups.
 */
function readAmount(text: string, decimalSign: '.' | ','): string | undefined {
  const turned = decimalSign === ',' ? text.replaceAll(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')) : text
  const [, inside] = /^\(([^()]+)\)$/.exec(turned.trim()) ?? []
  const [, before] = /^(.*\d)\s?[-\u2212]$/.exec(turned.trim()) ?? []
  const [, plus] = /^\+(\d.*)$/.exec(turned.trim()) ?? []
  const isOut = inside !== undefined || before !== undefined
  const read = readNumber(inside ?? before ?? plus ?? turned, {
    sign: !isOut && plus === undefined,
    digits: 18,
  })
  return read !== undefined && isOut ? negate(read) : read
}

interface Reading {
  statement: Statement
  mapping: Mapping
  at: Map<string, number>
}

/** Where the columns of a mapping are; the fault names those that are not there. */
function placeColumns(
  heads: readonly string[],
  mapping: Mapping,
): { at: Map<string, number>; missing: string[] } {
  const keys = heads.map(headKey)
  const { date, valueDate, style, amount, debit, letter, balance, text, reference, bankReference } = mapping
  const asked = [
    date,
    valueDate,
    amount,
    balance,
    reference,
    bankReference,
    mapping.counterparty,
    ...text,
    ...(style === 'columns' ? [debit] : style === 'letter' ? [letter] : []),
  ].filter(Boolean)
  const at = new Map(asked.map((name) => [name, keys.indexOf(headKey(name))]))
  return { at, missing: asked.filter((name) => (at.get(name) ?? -1) < 0) }
}

const isNothing = (amount: string) => /^-?0*\.?0*$/.test(amount)

/** The amount of a row, or the code of what is wrong with it. */
function amountOf(
  of: (name: string) => string,
  mapping: Mapping,
): { amount: string } | { code: string; found: string } {
  const { style, decimalSign } = mapping
  const written = of(mapping.amount)
  if (style === 'columns') {
    const out = of(mapping.debit)
    const [come, gone] = [written, out].map((text) => (text === '' ? '0' : readAmount(text, decimalSign)))
    if (come === undefined) return { code: 'ROW_AMOUNT', found: written }
    if (gone === undefined) return { code: 'ROW_AMOUNT', found: out }
    if (!isNothing(come) && !isNothing(gone)) return { code: 'ROW_BOTH_AMOUNTS', found: `${written}, ${out}` }
    if (written === '' && out === '') return { code: 'ROW_AMOUNT', found: '' }
    if (isNothing(gone)) return { amount: come }
    // Some banks write a minus in the column of what goes out, too.
    return { amount: gone.startsWith('-') ? gone : negate(gone) }
  }
  const amount = readAmount(written, decimalSign)
  if (amount === undefined) return { code: 'ROW_AMOUNT', found: written }
  if (style === 'signed') return { amount }
  const letter = of(mapping.letter).toUpperCase()
  const isMinus = amount.startsWith('-') && !isNothing(amount)
  // Some banks write a minus beside the letter of what goes out, too.
  if (mapping.debitLetters.includes(letter)) return { amount: isMinus ? amount : negate(amount) }
  if (!mapping.creditLetters.includes(letter)) return { code: 'ROW_LETTER', found: letter }
  // The reversal of a credit, or a sign that means nothing: only the bank knows.
  return isMinus ? { code: 'ROW_SIGN', found: `${written} ${letter}` } : { amount }
}

function takeRow({ statement, mapping, at }: Reading, { rowNumber, cells }: TableRow): void {
  const of = (name: string) => {
    const place = name === '' ? -1 : (at.get(name) ?? -1)
    return place < 0 ? '' : cellText(cells[place]).trim()
  }
  const fault = (code: string, found: string) =>
    statement.faults.push({ code, data: { row: rowNumber, found: found.slice(0, 80) } })
  const bad = cells.find((cell) => cellFault(cell))
  if (bad !== undefined) return void fault('ROW_CELL', cellText(bad))
  const bookedOn = readDate(of(mapping.date), mapping.dateOrder)
  if (bookedOn === undefined) return void fault('ROW_DATE', of(mapping.date))
  const read = amountOf(of, mapping)
  if ('code' in read) return void fault(read.code, read.found)
  const valued = of(mapping.valueDate)
  const valueOn = valued === '' ? null : (readDate(valued, mapping.dateOrder) ?? null)
  if (valued !== '' && valueOn === null) return void fault('ROW_DATE', valued)
  const stated = of(mapping.balance)
  const balance = stated === '' ? undefined : readAmount(stated, mapping.decimalSign)
  if (stated !== '' && balance === undefined) return void fault('ROW_AMOUNT', stated)
  statement.lines.push(
    lineWith({
      bookedOn,
      valueOn,
      amount: read.amount,
      text: mapping.text.map(of).filter(Boolean).join(' ').slice(0, 1000),
      reference: of(mapping.reference),
      bankReference: of(mapping.bankReference),
      counterparty: of(mapping.counterparty),
      ...(balance !== undefined && { balance }),
    }),
  )
}

/** Walks the balances of the rows from the oldest on: the first and the last open and close, a break is said with its figures. */
function walkBalances(statement: Statement): void {
  const { lines, currency } = statement
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last || lines.some(({ balance }) => balance === undefined)) return
  const before = (line: StatementLine) => new Exact(line.balance ?? 0).minus(line.amount)
  statement.opening = { amount: before(first).toFixed(), currency, on: first.bookedOn }
  statement.closing = { amount: last.balance ?? '0', currency, on: last.bookedOn }
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1]?.balance
    if (previous === undefined || before(line).eq(previous)) continue
    const difference = before(line).minus(previous).toFixed()
    statement.faults.push({
      code: 'STATEMENT_BREAK',
      data: { previous, balance: line.balance, amount: line.amount, difference, bookedOn: line.bookedOn },
    })
  }
}

/**
 * The statement of a table by the mapping of its account, or every row that cannot be read, by its number; nothing of a table with
 * a fault is taken. `currency` and `account` are the account's: a table names neither.
 */
export function readTable(
  { heads, rows }: { heads: readonly string[]; rows: Iterable<TableRow> },
  mapping: Mapping,
  of: { account: string; currency: string },
  decimalsOf: DecimalsOf,
): Statement {
  const statement = Object.assign(startStatement('table', 'closing'), of)
  const { at, missing } = placeColumns(heads, mapping)
  if (missing.length > 0) {
    statement.faults.push({
      code: 'TABLE_COLUMNS',
      data: { missing: missing.join(', '), found: heads.join(', ').slice(0, 200) },
    })
    return statement
  }
  for (const row of rows) {
    takeRow({ statement, mapping, at }, row)
    if (statement.faults.length >= 50) break
  }
  if (mapping.isNewestFirst) statement.lines.reverse()
  if (statement.faults.length === 0) walkBalances(statement)
  return finishStatement(statement, decimalsOf)
}
