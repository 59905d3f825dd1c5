import { cellText, headKey, type TableRow } from '#kit/domain/cells.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { ReportKind } from '../partners/reports.domain.ts'

/** A line of a partner's result file. */
export interface ResultRow {
  rowNumber: number
  reference: string
  /** Null: it was received and nothing is decided yet. */
  kind: ReportKind | null
  /** What came back, in the settlement currency; null: all of it. */
  amount: string | null
  reason: string
  occurredAt: Date | null
}

export interface ResultFault {
  rowNumber: number
  field: 'amount' | 'currency' | 'occurredAt' | 'reference' | 'status'
  code: string
}

/** Words of partners for what became of an order: ours, ISO 20022 (pacs.002), dLocal's, CinetPay's; domain 11.2. */
const words = new Map<string, ReportKind | null>(
  Object.entries({
    pending: 'pending RCVD RECEIVED PDNG ACTC REC INPROCESS PROCESSING',
    accepted: 'accepted ACCP ACSP',
    ready: 'ready READYFORPICKUP',
    paid: 'paid ACSC ACCC COMPLETED DELIVERED VAL SUCCESS',
    rejected: 'rejected RJCT REJECTED FAILED DECLINED REJ',
    returned: 'returned RETURNED REVERTED',
    cancelled: 'cancelled CANC CANCELLED',
  }).flatMap(([kind, all]) =>
    all.split(' ').map((word) => [headKey(word), kind === 'pending' ? null : (kind as ReportKind)] as const),
  ),
)

/** A time with an offset, or a plain day; a time without one is nobody's. */
function instantOf(text: string): Date | null | undefined {
  if (text === '') return null
  const isWhole = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(text)
  const at = new Date(text)
  return isWhole && !Number.isNaN(at.getTime()) ? at : undefined
}

/**
 * The lines of a partner's result file, whose first row names the columns, and what is wrong by row and column. Throws
 * RESULTS_WITHOUT_COLUMNS where `reference` or `status` is not among them. Amounts are often those of the orders: what came back
 * counts only where the line says that it is in the settlement currency.
 */
export function resultsOf(
  [head, ...lines]: readonly TableRow[],
  settlementCurrency: string,
): { rows: ResultRow[]; faults: ResultFault[] } {
  const heads = head?.cells.map((cell) => headKey(cellText(cell))) ?? []
  if (!heads.includes('reference') || !heads.includes('status'))
    throw new Refusal('RESULTS_WITHOUT_COLUMNS', {}, { kind: 'invalid' })
  const faults: ResultFault[] = []
  const rows = lines.flatMap(({ rowNumber, cells }): ResultRow[] => {
    const of = (name: string) => cellText(cells[heads.indexOf(name)]).trim()
    const [reference, status, amount] = [of('reference'), of('status'), of('amount')]
    if (reference === '' && status === '') return []
    const kind = words.get(headKey(status))
    const occurredAt = instantOf(of('occurredat'))
    const before = faults.length
    const fault = (field: ResultFault['field'], code: string) => void faults.push({ rowNumber, field, code })
    if (reference === '') fault('reference', 'REQUIRED')
    if (kind === undefined) fault('status', 'NOT_A_CHOICE')
    const isBack = kind === 'returned' || kind === 'cancelled' || kind === 'rejected'
    if (isBack && amount !== '' && of('currency').toUpperCase() !== settlementCurrency)
      fault('currency', 'RESULT_CURRENCY')
    if (amount !== '' && !/^\d{1,16}(\.\d{1,4})?$/.test(amount)) fault('amount', 'NOT_A_NUMBER')
    if (occurredAt === undefined) fault('occurredAt', 'NOT_A_TIME')
    if (faults.length > before || kind === undefined || occurredAt === undefined) return []
    return [
      { rowNumber, reference, kind, amount: amount || null, reason: of('reason').slice(0, 500), occurredAt },
    ]
  })
  return { rows, faults }
}
