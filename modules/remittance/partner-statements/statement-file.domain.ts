import { cellText, headKey, type TableRow } from '#kit/domain/cells.domain.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { type LineKind, lineKinds } from '../statement-differences/matching.domain.ts'

export interface StatementRow {
  reference: string
  kind: LineKind
  amount: string
}

export interface StatementFault {
  rowNumber: number
  field: 'amount' | 'balance' | 'kind' | 'reference'
  code: string
}

const kindOf = new Map(lineKinds.map((kind) => [headKey(kind), kind]))

/** What is wrong with an amount in a currency of so many decimals. Three digits after a point are thousands to many: refused, not guessed. */
function faultOfAmount(text: string, decimals: number): string | undefined {
  if (!/^-?\d{1,16}(\.\d{1,4})?$/.test(text)) return 'NOT_A_NUMBER'
  const { length } = text.split('.')[1] ?? ''
  const fits = length <= decimals || (length !== 3 && hasAtMost(text, decimals))
  return fits ? undefined : 'TOO_MANY_DECIMALS'
}

/**
 * The lines of a partner's statement of one day, whose first row names the columns, with the balance of the last line that has one, and
 * what is wrong by row and column; amounts have at most so many decimals. Throws STATEMENT_WITHOUT_COLUMNS where `reference`, `kind` or
 * `amount` is not among them.
 */
export function statementOf(
  [head, ...lines]: readonly TableRow[],
  decimals: number,
): {
  rows: StatementRow[]
  balance: string | null
  faults: StatementFault[]
} {
  const heads = head?.cells.map((cell) => headKey(cellText(cell))) ?? []
  if (!['reference', 'kind', 'amount'].every((name) => heads.includes(name)))
    throw new Refusal('STATEMENT_WITHOUT_COLUMNS', {}, { kind: 'invalid' })
  const faults: StatementFault[] = []
  let balance: string | null = null
  const rows = lines.flatMap(({ rowNumber, cells }): StatementRow[] => {
    const of = (name: string) => cellText(cells[heads.indexOf(name)]).trim()
    const [reference, kind, amount, after] = [
      of('reference'),
      kindOf.get(headKey(of('kind'))),
      of('amount'),
      of('balance'),
    ]
    if (reference === '' && amount === '' && after === '') return []
    const before = faults.length
    const fault = (field: StatementFault['field'], code: string) =>
      void faults.push({ rowNumber, field, code })
    const ofBalance = after === '' ? undefined : faultOfAmount(after, decimals)
    if (ofBalance) fault('balance', ofBalance)
    else if (after !== '') balance = after
    // A row with nothing but a balance says how the day ended.
    if (reference === '' && amount === '' && of('kind') === '') return []
    if (reference === '') fault('reference', 'REQUIRED')
    if (reference.length > 100) fault('reference', 'TEXT_TOO_LONG')
    if (kind === undefined) fault('kind', 'NOT_A_CHOICE')
    const ofAmount = /[1-9]/.test(amount) ? faultOfAmount(amount, decimals) : 'NOT_A_NUMBER'
    if (ofAmount) fault('amount', ofAmount)
    return faults.length > before || kind === undefined ? [] : [{ reference, kind, amount }]
  })
  return { rows, balance, faults }
}
