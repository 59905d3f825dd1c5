import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies, localMoney } from '#modules/currencies/public.server.ts'
import { balancesOfPartners, type PromisedBalance } from '#modules/ledger/public.server.ts'
import { branchRows, exponentOf, reaches, requireVisible } from '#modules/organisation/public.server.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { prefunds, type PrefundDraft } from './prefunds.contract.ts'
import * as queries from './prefunds.queries.ts'

export const prefundsRouter = serve(prefunds, {
  list: async ({ db, actor, input }) => {
    const { items, pagination } = await queries.list(db, actor.scope, input)
    return { items: await present(db, items), pagination }
  },
  listSelection: async ({ db, actor }) =>
    (await queries.all(db, actor.scope)).map(({ id, provider }) => ({ id, name: provider })),
  getById: (ctx) => getPrefund(ctx, ctx.input.id),
  create,
})

async function present(db: Db, found: readonly queries.PrefundRow[]) {
  const money = await localMoney(db)
  const balances = await balancesOfPartners(
    db,
    found.map(({ providerId }) => providerId),
  )
  return found.map((row) => {
    const held = balances.get(row.providerId) ?? nothing
    const size = (amount: string) => new Exact(amount).toFixed(exponentOf(row.currency))
    return {
      id: row.id,
      version: row.version,
      providerId: row.providerId,
      provider: row.provider,
      branchId: row.branchId,
      branch: row.branch,
      currency: row.currency,
      ledger: size(held.quantity),
      reserved: size(held.reserved),
      available: size(availableOf(held)),
      value: money(held.value),
      lowLimit: row.lowLimit === null ? '' : size(row.lowLimit),
      isLow: isLow(row, held),
      waiting: row.waiting,
      createdAt: new Date(row.createdAt).toISOString(),
    }
  })
}

const nothing: PromisedBalance = { quantity: '0', value: '0', reserved: '0' }
const availableOf = ({ quantity, reserved }: PromisedBalance) => new Exact(quantity).minus(reserved).toFixed()

/** Whether less is to be had of a balance than its low limit says. */
export const isLow = ({ lowLimit }: Pick<queries.PrefundRow, 'lowLimit'>, held: PromisedBalance): boolean =>
  lowLimit !== null && new Exact(availableOf(held)).lessThan(lowLimit)

/** A balance in reach; NOT_FOUND otherwise. */
export async function getPrefund({ db, actor }: Pick<Ctx, 'actor' | 'db'>, id: string) {
  const row = await queries.get(db, id)
  if (!row || !reaches(actor.scope, { branchId: row.branchId, counterId: null })) throw notFound()
  const [one] = await present(db, [row])
  if (!one) throw notFound()
  return one
}

async function create(ctx: Ctx<PrefundDraft>) {
  const { db, actor, input } = ctx
  const provider = await providerRows.find(db, input.providerId)
  if (!provider) throw refuseField('providerId', 'PROVIDER_UNKNOWN')
  requireVisible(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  const currency = (await allCurrencies(db)).find(({ code }) => code === provider.settlementCurrency)
  if (!currency)
    throw refuseField('providerId', 'PREFUND_WITHOUT_CURRENCY', { currency: provider.settlementCurrency })
  if (await queries.ofProvider(db, provider.id)) throw refuseField('providerId', 'PREFUND_OPEN')
  const { id } = await queries.rows.insert(db, { ...input, currencyId: currency.id })
  return getPrefund(ctx, id)
}
