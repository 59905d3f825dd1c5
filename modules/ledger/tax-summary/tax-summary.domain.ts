import { Exact } from '#kit/domain/decimals.domain.ts'
import { type TaxSide, taxSides } from '../tax-codes/rates.domain.ts'

/** What a document of a module is taxed at one rate: a fraction, and both amounts above zero in local currency. */
export interface TaxShare {
  sourceId: string
  rate: string
  base: string
  tax: string
  /** Of what may be taxed on both sides: on which. */
  side?: TaxSide
  /** The tax code of an entry by hand. */
  code?: string
}

/** What a document moved on the ledgers of one side in a period: tax collected or paid above zero. */
export interface TaxedSource {
  side: TaxSide
  sourceId: string
  amount: string
}

interface TaxRow {
  side: TaxSide
  code: string | null
  /** In percent. */
  rate: string | null
  documents: number
  base: string | null
  tax: string
}

type Part = Omit<TaxRow, 'documents'> & { sourceId: string }

const sum = (amounts: readonly string[]) => amounts.reduce((all, one) => all.plus(one), new Exact(0))

/**
 * Tax by side and rate. A document whose journal lines come to its tax, or to the reverse of it, is told by its rates; any other is
 * told without a rate, so that the rows always come to the lines.
 */
export function taxRows(sources: readonly TaxedSource[], shares: readonly TaxShare[]): TaxRow[] {
  const known = Map.groupBy(shares, ({ sourceId }) => sourceId)
  const parts = sources.flatMap(({ side, sourceId, amount }): Part[] => {
    const own = (known.get(sourceId) ?? []).filter((share) => (share.side ?? side) === side)
    const whole = sum(own.map(({ tax }) => tax))
    if (own.length === 0 || !whole.abs().equals(new Exact(amount).abs()))
      return [{ side, code: null, sourceId, rate: null, base: null, tax: amount }]
    const sign = whole.equals(amount) ? 1 : -1
    return own.map(({ code, rate, base, tax }) => ({
      side,
      code: code ?? null,
      sourceId,
      rate: new Exact(rate).times(100).toFixed(),
      base: new Exact(base).times(sign).toFixed(),
      tax: new Exact(tax).times(sign).toFixed(),
    }))
  })
  const rows = [...Map.groupBy(parts, ({ side, code, rate }) => `${side} ${rate} ${code}`).values()].map(
    (own): TaxRow => {
      const { side = 'output', code = null, rate = null } = own[0] ?? {}
      return {
        side,
        code,
        rate,
        documents: new Set(own.map(({ sourceId }) => sourceId)).size,
        base: rate === null ? null : sum(own.flatMap(({ base }) => base ?? [])).toFixed(),
        tax: sum(own.map(({ tax }) => tax)).toFixed(),
      }
    },
  )
  return rows.toSorted(
    (a, b) =>
      taxSides.indexOf(a.side) - taxSides.indexOf(b.side) ||
      byRate(a, b) ||
      (a.code ?? '').localeCompare(b.code ?? ''),
  )
}

/** The lowest rate first, what has none last. */
const byRate = (a: TaxRow, b: TaxRow) =>
  a.rate === null || b.rate === null
    ? Number(a.rate === null) - Number(b.rate === null)
    : new Exact(a.rate).comparedTo(b.rate)
