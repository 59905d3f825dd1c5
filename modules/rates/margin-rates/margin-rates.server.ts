import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { type Margin, plainAmount } from '../effective/effective.domain.ts'
import { pairHandlers } from '../pair-rates/pair-rates.server.ts'
import { scopedRows } from '../scoped-rates/scoped-rates.queries.ts'
import { type Acting, scopedHandlers, writeAmount } from '../scoped-rates/scoped-rates.server.ts'
import { type MarginDraft, marginRates } from './margin-rates.contract.ts'

/** The margins that hold. */
export const rows = scopedRows('rates.marginRate', {
  currencyId: 'm.currencyId',
  subCurrencyId: 'm.subCurrencyId',
  branchId: 'm.branchId',
  customerType: 'm.customerType',
  kind: 'm.kind',
})

/** Buying, selling and pip as they were written. */
const priceOf = ({ kind, buy, sell, pipSize }: Pick<Margin, 'kind' | 'buy' | 'sell' | 'pipSize'>) => ({
  kind,
  buy: plainAmount(buy),
  sell: plainAmount(sell),
  pipSize: writeAmount(pipSize),
})

export const marginRatesRouter = serve(marginRates, {
  ...scopedHandlers({
    rows,
    judge,
    shown: (all) =>
      all.map((row) => ({
        ...row,
        ...priceOf(row),
        customerType: row.customerType as 1 | 2 | null,
      })),
  }),
  ...pairHandlers({ rows, judge, priceOf }),
})

/** A pip has a size and belongs to pips; a margin of the whole mid would leave nothing to pay. */
function judge(_: Acting, drafts: readonly MarginDraft[]) {
  const judged = drafts.map((draft) => {
    const stopped: FieldFault[] = []
    if (draft.kind === 'pips' && draft.pipSize === null)
      stopped.push({ field: 'pipSize', code: 'PIP_SIZE_REQUIRED' })
    if (draft.kind === 'percent' && compareDecimals(draft.buy, '1') >= 0)
      stopped.push({ field: 'buy', code: 'MARGIN_TOO_WIDE' })
    return { stored: draft.kind === 'pips' ? draft : { ...draft, pipSize: null }, stopped, asked: [] }
  })
  return Promise.resolve(judged)
}
