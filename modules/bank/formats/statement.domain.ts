import { Exact } from '#kit/domain/decimals.domain.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'

/** A balance as a file states it; an overdrawn one is negative. */
export interface Balance {
  amount: string
  currency: string
  /** `YYYY-MM-DD`. */
  on: string
}

/** One line of a statement; money out is negative. */
export interface StatementLine {
  /** Its booking date; where the file has none, its value date. */
  bookedOn: string
  valueOn: string | null
  amount: string
  /** The number that the bank gave it, '' without one. */
  bankReference: string
  /** The number that the payer or payee gave it. */
  reference: string
  text: string
  counterparty: string
  counterpartyAccount: string
  /** The amount before the bank changed it, in its own currency. */
  original: { amount: string; currency: string } | null
  /** What the bank kept of it, in the currency of the account. */
  charges: string | null
  isReversal: boolean
  /** The balance behind it, where the file has one. */
  balance?: string
}

/** What is wrong with a statement, or is to be said of it: `code` names a text, `data` fills it. */
export interface StatementFault {
  code: string
  data: Record<string, unknown>
}

/**
 * What a statement has to say: `full` opens and closes, `closing` has at most its closing balance, `lines` are lines alone, which no
 * reconciliation opens or closes with.
 */
export type StatementKind = 'full' | 'closing' | 'lines'

/** One statement of one account. With a fault it is not taken; notes are only said. */
export interface Statement {
  format: string
  kind: StatementKind
  account: string
  currency: string
  number: string
  opening: Balance | null
  closing: Balance | null
  lines: StatementLine[]
  /** Currencies of balances and lines beside that of the account. */
  others: Set<string>
  faults: StatementFault[]
  notes: StatementFault[]
}

/** Decimals of a currency; undefined for one that is none today. */
export type DecimalsOf = (currency: string) => number | undefined

/** A statement with nothing in it yet. */
export const startStatement = (format: string, kind: StatementKind): Statement => ({
  format,
  kind,
  account: '',
  currency: '',
  number: '',
  opening: null,
  closing: null,
  lines: [],
  others: new Set(),
  faults: [],
  notes: [],
})

/** A line with what most formats leave out. */
export const lineWith = (
  line: Pick<StatementLine, 'bookedOn' | 'amount'> & Partial<StatementLine>,
): StatementLine => ({
  valueOn: null,
  bankReference: '',
  reference: '',
  text: '',
  counterparty: '',
  counterpartyAccount: '',
  original: null,
  charges: null,
  isReversal: false,
  ...line,
})

const pad = (number: number, digits: number) => String(number).padStart(digits, '0')

/** A day of the calendar as `YYYY-MM-DD`; undefined for one that is none, such as 30 February. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isDay = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isDay ? `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` : undefined
}

/** The other sign of a plain decimal. */
export const negate = (amount: string): string =>
  /^-?0*\.?0*$/.test(amount)
    ? amount.replace('-', '')
    : amount.startsWith('-')
      ? amount.slice(1)
      : `-${amount}`

/** The sum of lines, and what goes out and comes in, all but the sum positive. */
export function sumLines(lines: readonly Pick<StatementLine, 'amount'>[]) {
  let [debits, credits] = [new Exact(0), new Exact(0)]
  for (const { amount } of lines) {
    if (amount.startsWith('-')) debits = debits.minus(amount)
    else credits = credits.plus(amount)
  }
  return { debits, credits, sum: credits.minus(debits) }
}

/**
 * Checks what a reader found, once all of it is there, and writes its amounts with the decimals of their currency: one currency and
 * one that exists, no more decimals than it has, the account and balances that the kind asks for, and opening + lines = closing.
 */
export function finishStatement(statement: Statement, decimalsOf: DecimalsOf): Statement {
  const { faults, opening, closing } = statement
  const currencies = new Set(
    [statement.currency, opening?.currency, closing?.currency, ...statement.others].filter(Boolean),
  )
  statement.currency ||= [...currencies][0] ?? ''
  const decimals = decimalsOf(statement.currency)
  if (currencies.size > 1)
    faults.push({ code: 'STATEMENT_CURRENCIES', data: { currencies: [...currencies].join(', ') } })
  else if (statement.currency && decimals === undefined)
    faults.push({ code: 'STATEMENT_CURRENCY', data: { currency: statement.currency } })
  else checkParts(statement)
  if (decimals !== undefined && currencies.size === 1) writeAmounts(statement, decimals)
  if (faults.length === 0) checkSum(statement, decimals ?? 2)
  if (opening && closing && closing.on < opening.on)
    statement.notes.push({ code: 'NOTE_CLOSES_BEFORE', data: { opening: opening.on, closing: closing.on } })
  return statement
}

function checkParts({ kind, account, opening, closing, currency, lines, faults }: Statement): void {
  const missing = [
    !account && 'account',
    !currency && 'currency',
    kind === 'full' && !opening && 'opening',
    kind === 'full' && !closing && 'closing',
  ].filter((part) => part !== false)
  if (missing.length === 0) return
  if (missing.join() === 'closing' && opening) {
    const expected = new Exact(opening.amount).plus(sumLines(lines).sum)
    faults.push({
      code: 'STATEMENT_CUT',
      data: { opening: opening.amount, expected: expected.toFixed(), currency, lines: lines.length },
    })
  } else faults.push({ code: 'STATEMENT_PIECE', data: { missing } })
}

function writeAmounts({ lines, opening, closing, currency, faults }: Statement, decimals: number): void {
  const write = (amount: string, line: number) => {
    if (!hasAtMost(amount, decimals)) {
      faults.push({ code: 'STATEMENT_DECIMALS', data: { line, amount, currency, decimals } })
      return amount
    }
    return negate(negate(new Exact(amount).toFixed(decimals)))
  }
  if (opening) opening.amount = write(opening.amount, 0)
  if (closing) closing.amount = write(closing.amount, 0)
  for (const [index, line] of lines.entries()) {
    line.amount = write(line.amount, index + 1)
    if (line.charges !== null) line.charges = write(line.charges, index + 1)
    if (line.balance !== undefined) line.balance = write(line.balance, index + 1)
  }
}

function checkSum({ opening, closing, lines, currency, faults }: Statement, decimals: number): void {
  if (!opening || !closing) return
  const { sum } = sumLines(lines)
  const expected = new Exact(opening.amount).plus(sum)
  if (expected.eq(closing.amount)) return
  faults.push({
    code: 'STATEMENT_SUM',
    data: {
      opening: opening.amount,
      lines: sum.toFixed(decimals),
      expected: expected.toFixed(decimals),
      closing: closing.amount,
      difference: new Exact(closing.amount).minus(expected).toFixed(decimals),
      currency,
    },
  })
}
