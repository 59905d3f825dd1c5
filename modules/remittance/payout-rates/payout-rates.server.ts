import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { companyRows, currentCompany } from '#modules/organisation/public.server.ts'
import type { Service } from '../providers/providers.domain.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import type { Method } from '../recipients/fields.domain.ts'
import { type PayoutRateDraft, payoutRates } from './payout-rates.contract.ts'
import { customerRate, termsOf } from './payout-rates.domain.ts'
import * as queries from './payout-rates.queries.ts'

export const payoutRatesRouter = serve(
  payoutRates,
  companyRows({
    rows: queries.rows,
    list: queries.list,
    get: queries.get,
    presenter: presenting,
    store: async (db, draft: PayoutRateDraft) => {
      await check(db, draft)
      return draft
    },
    needed: async (db, id) =>
      (await queries.isUsed(db, id)) ? new Refusal('PAYOUT_RATE_IN_USE') : undefined,
  }),
)

const plain = (text: string) => new Exact(text).toFixed()

function rateOf(row: queries.PayoutRateRow) {
  const terms = termsOf(row)
  return terms ? plain(customerRate(terms)) : null
}

async function presenting(db: Db) {
  const money = await localMoney(db)
  return (row: queries.PayoutRateRow) => ({
    ...row,
    method: row.method as Method | null,
    amountFrom: money(row.amountFrom),
    amountTo: row.amountTo && money(row.amountTo),
    costRate: row.costRate && plain(row.costRate),
    settlementRate: row.settlementRate && plain(row.settlementRate),
    margin: plain(row.margin),
    fixedRate: row.fixedRate && plain(row.fixedRate),
    rate: rateOf(row),
  })
}

/** The partner must pay out there, and the customer is never given more than the partner pays. */
async function check(db: Db, draft: PayoutRateDraft): Promise<void> {
  const provider = await providerRows.find(db, draft.providerId)
  if (!provider) throw refuseField('providerId', 'PROVIDER_UNKNOWN')
  const serves = (provider.services as unknown as Service[]).some(
    ({ country, currency, method }) =>
      country === draft.country &&
      currency === draft.currency &&
      (draft.method === null || method === draft.method),
  )
  if (!serves) throw refuseField('country', 'CORRIDOR_NOT_SERVED')
  const { amountFrom, amountTo, fixedRate, costRate } = draft
  if (amountTo !== null && compareDecimals(amountTo, amountFrom) <= 0)
    throw refuseField('amountTo', 'LIMITS_CROSSED')
  const { localCurrency } = await currentCompany(db)
  const isThird = ![draft.currency, localCurrency].includes(provider.settlementCurrency)
  if (!isThird && draft.settlementRate !== null) throw refuseField('settlementRate', 'SETTLEMENT_RATE_UNUSED')
  if (fixedRate !== null && costRate === null) throw refuseField('costRate', 'FIELD_REQUIRED')
  if (fixedRate !== null && costRate !== null && compareDecimals(fixedRate, costRate) > 0)
    throw refuseField('fixedRate', 'PAYOUT_RATE_BELOW_COST')
}
