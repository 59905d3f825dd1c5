import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { bankNames } from '#modules/bank/public.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { outflowLimitValues } from '#modules/inventory/public.server.ts'
import { balancesOfPartners, listHeldBy } from '#modules/ledger/public.server.ts'
import * as queries from './prefund-moves.queries.ts'

/** What leaves by a movement: of the account for a top-up, else of the balance, whose currency is named. */
type Leaving = Pick<
  queries.PrefundMoveRow,
  'accountId' | 'amount' | 'bankAmount' | 'currency' | 'kind' | 'providerId' | 'value'
>

/** With what the limit is asked for; null where the worth of what leaves is not known. */
type Judged<R> = R & { limitValue: string | null }

/** Movements with what limits are asked for: what leaves in foreign money counts, not the value alone that was typed. */
export async function judgeMoves<R extends Leaving>(db: Db, rows: readonly R[]): Promise<Judged<R>[]> {
  const known = new Map((await allCurrencies(db)).map((one) => [one.code, one]))
  const accounts = await bankNames(db)
  const ofAccounts = rows.flatMap(({ kind, accountId }) => (kind === 'topUp' ? (accountId ?? []) : []))
  const ofPartners = rows.flatMap(({ kind, providerId }) => (kind === 'topUp' ? [] : providerId))
  const atBanks = ofAccounts.length === 0 ? undefined : await listHeldBy(db, ofAccounts)
  const atPartners = ofPartners.length === 0 ? undefined : await balancesOfPartners(db, ofPartners)
  const paid = rows.map((row) => {
    const isTopUp = row.kind === 'topUp'
    const currency = known.get(isTopUp ? (accounts.get(row.accountId ?? '')?.currency ?? '') : row.currency)
    const typed = new Exact(row.value).toFixed()
    if (!currency || currency.isLocal) return { typed, outflow: undefined }
    const quantity = new Exact((isTopUp ? row.bankAmount : row.amount) ?? 0).toFixed()
    const held = isTopUp ? atBanks?.get(row.accountId ?? '') : atPartners?.get(row.providerId)
    return { typed, outflow: { currencyId: currency.id, quantity, held } }
  })
  const values = await outflowLimitValues(db, paid)
  return rows.map((row, at) => ({ ...row, limitValue: values[at] ?? null }))
}

export type JudgedMove = Judged<queries.PrefundMoveRow>

export const findJudged = async (db: Db, ids: readonly string[]): Promise<JudgedMove[]> =>
  judgeMoves(db, await queries.find(db, ids))

export async function listJudged(...asked: Parameters<typeof queries.list>) {
  const { items, pagination } = await queries.list(...asked)
  return { items: await judgeMoves(asked[0], items), pagination }
}
