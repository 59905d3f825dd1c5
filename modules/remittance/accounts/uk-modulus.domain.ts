/** A row of Vocalink's table of weights: fourteen weights for the sort code and the account together. */
export interface ModulusRow {
  start: number
  end: number
  check_type: string
  exception: number | null
  weights: number[]
}

export interface UkTable {
  rows: readonly ModulusRow[]
  /** Sort codes that are checked as others (exception 5). */
  substitutes: Readonly<Record<string, string>>
}

// Places of the digits that the exceptions name: a to h are the account.
const [a, b, g, h] = [6, 7, 12, 13] as const

const digitAt = (digits: string, at: number) => Number(digits[at])

function weightsOf({ exception, weights }: ModulusRow, digits: string): readonly number[] {
  const zeroed = (until: number) => weights.map((weight, at) => (at <= until ? 0 : weight))
  if (exception === 7 && digitAt(digits, g) === 9) return zeroed(b)
  if (exception === 10 && /^(09|99)/.test(digits.slice(a)) && digitAt(digits, g) === 9) return zeroed(b)
  if (exception !== 2 || digitAt(digits, a) === 0) return weights
  const others =
    digitAt(digits, g) === 9
      ? [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1]
      : [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1]
  return others
}

function sumOf(row: ModulusRow, digits: string): number {
  const weights = weightsOf(row, digits)
  const products = weights.map((weight, at) => weight * digitAt(digits, at))
  const isDouble = row.check_type === 'DBLAL'
  const sum = products.reduce(
    (total, product) => total + (isDouble ? Math.floor(product / 10) + (product % 10) : product),
    0,
  )
  return isDouble && row.exception === 1 ? sum + 27 : sum
}

/** Whether a number passes one row; the sort code is exchanged where its exception says so. */
function passes(row: ModulusRow, sortCode: string, account: string, { substitutes }: UkTable): boolean {
  const { exception } = row
  const code =
    exception === 5
      ? (substitutes[sortCode] ?? sortCode)
      : exception === 8
        ? '090126'
        : exception === 9
          ? '309634'
          : sortCode
  const digits = code + account
  const sum = sumOf(row, digits)
  if (exception === 4) return sum % 11 === Number(account.slice(6))
  if (exception !== 5) return sum % (row.check_type === 'MOD11' ? 11 : 10) === 0
  const rest = row.check_type === 'MOD11' ? 11 - (sum % 11) : 10 - (sum % 10)
  const check = digitAt(digits, row.check_type === 'MOD11' ? g : h)
  if (row.check_type !== 'MOD11') return rest % 10 === check
  return rest !== 10 && rest % 11 === check
}

/** Foreign-currency accounts of exception 6 are not checked. */
const isForeign = (account: string) => /^[4-8]/.test(account) && account[6] === account[7]

/**
 * Vocalink's modulus check of a sort code of six digits and an account of eight; null: no row, so nothing can be said. Two rows must
 * both pass, except where exceptions 2 and 9, 10 and 11 or 12 and 13 say that one is enough.
 */
export function ukModulus(sortCode: string, account: string, table: UkTable): boolean | null {
  const code = Number(sortCode)
  const [first, second] = table.rows.filter(({ start, end }) => start <= code && code <= end)
  if (!first) return null
  if (first.exception === 6 && isForeign(account)) return true
  const isFirst = passes(first, sortCode, account, table)
  if (first.exception === 14 && !isFirst) return passesCoutts(first, sortCode, account, table)
  if (!second) return isFirst
  const isEither = [2, 9, 10, 11, 12, 13].includes(first.exception ?? 0)
  if (isEither) return isFirst || passes(second, sortCode, account, table)
  if (!isFirst) return false
  return isSkipped(second, account) || passes(second, sortCode, account, table)
}

const isSkipped = ({ exception }: ModulusRow, account: string) =>
  exception === 3 && (account[2] === '6' || account[2] === '9')

/** Exception 14: the last digit must be 0, 1 or 9; it is dropped and a zero set before the rest. */
const passesCoutts = (row: ModulusRow, sortCode: string, account: string, table: UkTable) =>
  /[019]$/.test(account) && passes(row, sortCode, `0${account.slice(0, 7)}`, table)
