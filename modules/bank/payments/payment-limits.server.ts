import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { outflowLimitValues } from '#modules/inventory/public.server.ts'
import { listHeldBy } from '#modules/ledger/public.server.ts'
import { listNamed } from '../accounts/accounts.queries.ts'
import * as queries from './payments.queries.ts'

/** What leaves an account for a payment: `accountAmount` where the account is foreign, else the total. */
type Leaving = Pick<queries.PaymentRow, 'accountAmount' | 'accountId' | 'total'>

/** With what the limit is asked for; null where the worth of what leaves is not known. */
type Judged<R> = R & { limitValue: string | null }

/** Payments with what limits are asked for: of a foreign account by what leaves it, too, not by what is paid with it alone. */
export async function judgePayments<R extends Leaving>(db: Db, rows: readonly R[]): Promise<Judged<R>[]> {
  const asked = new Set(rows.flatMap(({ accountId }) => accountId ?? []))
  const local = (await allCurrencies(db)).find(({ isLocal }) => isLocal)?.id
  const accounts = asked.size === 0 ? [] : await listNamed(db)
  const foreign = new Map(
    accounts.flatMap(({ id, currencyId }) =>
      asked.has(id) && currencyId !== local ? [[id, currencyId] as const] : [],
    ),
  )
  const held = foreign.size === 0 ? undefined : await listHeldBy(db, [...foreign.keys()])
  const paid = rows.map(({ accountId, accountAmount, total }) => {
    const currencyId = foreign.get(accountId ?? '')
    const typed = new Exact(total).toFixed()
    const quantity = new Exact(accountAmount ?? 0).toFixed()
    const outflow = currencyId && { currencyId, quantity, held: held?.get(accountId ?? '') }
    return { typed, outflow: outflow || undefined }
  })
  const values = await outflowLimitValues(db, paid)
  return rows.map((row, at) => ({ ...row, limitValue: values[at] ?? null }))
}

export type JudgedPayment = Judged<queries.PaymentRow>

export const findJudged = async (db: Db, ids: readonly string[]): Promise<JudgedPayment[]> =>
  judgePayments(db, await queries.find(db, ids))

export async function listJudged(...asked: Parameters<typeof queries.list>) {
  const { items, pagination } = await queries.list(...asked)
  return { items: await judgePayments(asked[0], items), pagination }
}
