import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { plainAmount } from '../effective/effective.domain.ts'
import { scopedRows } from '../scoped-rates/scoped-rates.queries.ts'
import { type Acting, scopedHandlers, shownAmount } from '../scoped-rates/scoped-rates.server.ts'
import { type MarginDraft, marginRates } from './margin-rates.contract.ts'

/** The margins that hold. */
export const rows = scopedRows('rates.marginRate', {
  currencyId: 'm.currencyId',
  subCurrencyId: 'm.subCurrencyId',
  branchId: 'm.branchId',
  customerType: 'm.customerType',
  kind: 'm.kind',
})

export const marginRatesRouter = serve(
  marginRates,
  scopedHandlers({
    rows,
    check,
    shown: (all) =>
      all.map((row) => ({
        ...row,
        buy: plainAmount(row.buy),
        sell: plainAmount(row.sell),
        pipSize: shownAmount(row.pipSize),
        customerType: row.customerType as 1 | 2 | null,
      })),
  }),
)

/** A pip has a size and belongs to pips; a margin of the whole mid would leave nothing to pay. */
function check(_: Acting, draft: MarginDraft): Promise<MarginDraft> {
  const fault = (field: string, code: string) => new Refusal(code, {}, { fields: [{ field, code }] })
  if (draft.kind === 'pips' && draft.pipSize === null) throw fault('pipSize', 'PIP_SIZE_REQUIRED')
  if (draft.kind === 'percent' && compareDecimals(draft.buy, '1') >= 0) throw fault('buy', 'MARGIN_TOO_WIDE')
  return Promise.resolve(draft.kind === 'pips' ? draft : { ...draft, pipSize: null })
}
