import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { averageCosts } from '#modules/ledger/public.server.ts'
import { latest } from '../publishing/publishing.queries.ts'
import { effectiveRate } from '../effective/effective.domain.ts'
import { partsOf, perUnit } from '../effective/effective.server.ts'
import { customersOf, requireCustomer } from '../effective/customer.server.ts'
import { pairHandlers } from '../pair-rates/pair-rates.server.ts'
import { scopedRows } from '../scoped-rates/scoped-rates.queries.ts'
import { type Acting, scopedHandlers, writeAmount } from '../scoped-rates/scoped-rates.server.ts'
import { checkAgainstEffective, type Finding } from '../validation/validation.domain.ts'
import { rules } from '../validation/validation.server.ts'
import { type CustomDraft, customRates } from './custom-rates.contract.ts'

const rows = scopedRows('rates.customRate', {
  currencyId: 'm.currencyId',
  subCurrencyId: 'm.subCurrencyId',
  branchId: 'm.branchId',
  customerType: 'm.customerType',
})

/** Both sides as they were written. */
const priceOf = ({ buy, sell }: { buy: string | null; sell: string | null }) => ({
  buy: writeAmount(buy),
  sell: writeAmount(sell),
})

export const customRatesRouter = serve(customRates, {
  ...scopedHandlers({
    rows,
    judge,
    shown: async (all, db) => {
      const named = await customersOf(db, all)
      return all.map((row) => ({
        ...row,
        ...priceOf(row),
        customerType: row.customerType as 1 | 2 | null,
        customerName: (row.customerId && named.get(row.customerId)?.name) ?? null,
      }))
    },
  }),
  ...pairHandlers({ rows, judge, priceOf }),
})

/** The rules of the company, against what would hold without them; each is kept with the units that it is for. */
async function judge({ db }: Acting, drafts: readonly CustomDraft[]) {
  const customerId = drafts[0]?.customerId ?? null
  const customer = await requireCustomer(db, customerId)
  const customerType = drafts[0]?.customerType ?? customer?.customerType ?? 0
  const currencies = await readTradedCurrencies(db)
  const mids = await latest(db, currencies)
  const { of } = await partsOf(db, currencies, customerType)
  const costs = await averageCosts(db)
  const limits = await rules(db)
  return drafts.map((draft) => {
    const { currencyId, buy, sell, amountFrom, subCurrencyId } = draft
    const unit = currencies.find(({ id }) => id === currencyId)?.quoteUnit ?? 1
    const base = mids.get(currencyId)
    const usual = base
      ? effectiveRate(
          { ...of(currencyId), mid: perUnit(base.mid, base.quoteUnit, unit), prefersCustom: false },
          { ...draft, customerType, amount: amountFrom },
          subCurrencyId,
        )
      : { buy: null, sell: null }
    const unitCost = costs.get(currencyId)
    const cost = unitCost === undefined ? null : perUnit(unitCost, 1, unit)
    const found = checkAgainstEffective(draft, usual, limits, cost)
    const faults = (level: Finding['level']): FieldFault[] =>
      found
        .filter((one) => one.level === level)
        .map(({ rule, value }) => ({
          field: buy === null ? 'sell' : 'buy',
          code: `RATE_${rule.toUpperCase()}`,
          data: { value },
        }))
    const none = buy === null && sell === null ? [{ field: 'buy', code: 'RATE_NEEDS_A_SIDE' }] : []
    return {
      stored: { ...draft, quoteUnit: unit },
      stopped: [...none, ...faults('block')],
      asked: faults('warn'),
    }
  })
}
