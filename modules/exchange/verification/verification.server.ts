import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { payableOf } from '../basket/basket.domain.ts'
import { type DealState, printed, voided } from '../workflow/deal-workflow.domain.ts'
import * as queries from '../deals/deals.queries.ts'
import { isSameSeal, readSealed } from './seals.server.ts'
import { type VerifiedReceipt, verification } from './verification.contract.ts'

export const verificationRouter = serve(verification, {
  verify: async ({ db, input }) => ({ receipt: await receiptOf(db, input.code) }),
})

/** What a paper with this code says; null where there is none, in the company that the code names and in no other. */
async function receiptOf(db: Ctx['db'], code: string): Promise<VerifiedReceipt | null> {
  const asked = readSealed(code)
  if (!asked) return null
  return inCompany(asked.companyId, async () => {
    const row = await queries.rows.find(db, asked.id)
    if (!row || !isSameSeal(row.seal, asked.seal)) return null
    const state = row.state as DealState
    const { name: company, licenceNumber, localCurrency } = await currentCompany(db)
    const money = await localMoney(db)
    const all = await queries.parts(db, row.id)
    // What is settled in parts is genuine as far as it is settled.
    const isPart = state === 'partiallySettled'
    const lines = all.lines.filter(({ settlementId }) => !isPart || settlementId !== null)
    const total = isPart
      ? all.payments
          .filter(({ settlementId }) => settlementId !== null)
          .reduce(
            (sum, one) => sum.plus(one.direction === 'in' ? one.amount : `-${one.amount}`),
            new Exact(0),
          )
      : new Exact(payableOf(row))
    return {
      state: voided.includes(state)
        ? 'void'
        : (printed as readonly DealState[]).includes(state)
          ? 'issued'
          : 'open',
      company,
      licenceNumber,
      branch: row.branchName,
      number: row.number ?? '',
      businessDate: row.businessDate,
      localCurrency,
      lines: lines.map(({ side, currencyCode, subCurrencyCode, quantity, amount }) => ({
        side,
        currency: subCurrencyCode ?? currencyCode,
        quantity,
        amount: money(amount),
      })),
      total: money(total.toFixed()),
    }
  })
}
