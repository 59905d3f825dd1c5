import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { traded } from '#modules/currencies/public.server.ts'
import { averageCosts } from '#modules/ledger/public.server.ts'
import { latest } from '../base-rates/base-rates.queries.ts'
import { effectiveRate } from '../effective/effective.domain.ts'
import { partsOf, perUnit } from '../effective/effective.server.ts'
import { customerNames, knownCustomer } from '../effective/customer.server.ts'
import { scopedRows } from '../scoped-rates/scoped-rates.queries.ts'
import { type Acting, scopedHandlers, shownAmount } from '../scoped-rates/scoped-rates.server.ts'
import { checkAgainstEffective } from '../validation/validation.domain.ts'
import { rules } from '../validation/validation.server.ts'
import { type CustomDraft, customRates } from './custom-rates.contract.ts'

const rows = scopedRows('rates.customRate', {
  currencyId: 'm.currencyId',
  subCurrencyId: 'm.subCurrencyId',
  branchId: 'm.branchId',
  customerType: 'm.customerType',
})

export const customRatesRouter = serve(
  customRates,
  scopedHandlers({
    rows,
    check,
    shown: async (all, db) => {
      const names = await customerNames(db, all)
      return all.map((row) => ({
        ...row,
        buy: shownAmount(row.buy),
        sell: shownAmount(row.sell),
        customerType: row.customerType as 1 | 2 | null,
        customerName: (row.customerId && names.get(row.customerId)) ?? null,
      }))
    },
  }),
)

/** The rules of the company, against what would hold without it; it is kept with the units that it is for. */
async function check({ db }: Acting, draft: CustomDraft, reason: string) {
  await knownCustomer(db, draft.customerId)
  const fields: FieldFault[] = []
  if (draft.buy === null && draft.sell === null) fields.push({ field: 'buy', code: 'RATE_NEEDS_A_SIDE' })
  const currencies = await traded(db)
  const currency = currencies.find(({ id }) => id === draft.currencyId)
  const unit = currency?.quoteUnit ?? 1
  const base = (await latest(db, currencies)).get(draft.currencyId)
  const usual = base
    ? effectiveRate(
        {
          ...(await partsOf(db, currencies, draft.customerType ?? 0)).of(draft.currencyId),
          mid: perUnit(base.mid, base.quoteUnit, unit),
          prefersCustom: false,
        },
        { ...draft, customerType: draft.customerType ?? 0, amount: draft.amountFrom },
        draft.subCurrencyId,
      )
    : { buy: null, sell: null }
  const unitCost = (await averageCosts(db)).get(draft.currencyId)
  const cost = unitCost === undefined ? null : perUnit(unitCost, 1, unit)
  const found = checkAgainstEffective(draft, usual, await rules(db), cost)
  for (const { rule, level, value } of found)
    if (level === 'block' || reason === '')
      fields.push({
        field: draft.buy === null ? 'sell' : 'buy',
        code: `RATE_${rule.toUpperCase()}`,
        data: { value },
      })
  const isBlocked = found.some(({ level }) => level === 'block') || fields[0]?.code === 'RATE_NEEDS_A_SIDE'
  if (fields.length > 0 && isBlocked) throw new Refusal('RATES_BLOCKED', {}, { fields })
  if (fields.length > 0)
    throw new Refusal(
      'REASON_REQUIRED',
      {},
      { fields: [...fields, { field: 'reason', code: 'REASON_REQUIRED' }] },
    )
  return { ...draft, quoteUnit: unit }
}
