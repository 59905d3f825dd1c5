import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { flagCodeOf } from '../iso/iso.domain.ts'
import { rows as currencyRows } from '../company-currencies/company-currencies.queries.ts'
import { type SubCurrencyDraft, subCurrencies } from './sub-currencies.contract.ts'
import * as queries from './sub-currencies.queries.ts'

const { rows } = queries

export const subCurrenciesRouter = serve(subCurrencies, {
  list: async ({ db, input }) => {
    const page = await queries.list(db, input)
    return { ...page, items: page.items.map(shown) }
  },
  getById: ({ db, input }) => one(db, input.id),
  create,
  update,
  enable,
  disable: async ({ db, input }) => {
    await rows.update(db, input, { isEnabled: false })
    return one(db, input.id)
  },
  activeList: async ({ db, input }) => (await queries.active(db, input.currencyId)).map(shown),
})

type Key = { id: string; version: number }

const shown = <R extends { currencyCode: string; faceValues: unknown }>(row: R) => ({
  ...row,
  faceValues: row.faceValues as string[],
  flagCode: flagCodeOf(row.currencyCode),
})

async function one(db: Db, id: string) {
  const row = await queries.get(db, id)
  if (!row) throw notFound()
  return shown(row)
}

/** The currency it belongs to, which must be traded; face values have no more decimals than that has. */
async function check(db: Db, { currencyId, faceValues }: SubCurrencyDraft) {
  const currency = await currencyRows.find(db, currencyId)
  if (!currency?.isEnabled) throw refuseField('currencyId', 'CURRENCY_DISABLED')
  if (!faceValues.every((value) => hasAtMost(value, currency.exponent)))
    throw refuseField('faceValues', 'TOO_MANY_DECIMALS', { exponent: currency.exponent })
}

const stored = ({ faceValues, ...draft }: SubCurrencyDraft) => ({
  ...draft,
  faceValues: JSON.stringify(faceValues),
})

async function create({ db, input }: Ctx<SubCurrencyDraft>) {
  await check(db, input)
  return one(db, (await rows.insert(db, stored(input))).id)
}

async function update({ db, input: { id, version, ...draft } }: Ctx<Key & SubCurrencyDraft>) {
  const row = await rows.lock(db, { id, version })
  // Prices and stock hang on it: it stays with its currency.
  if (row.currencyId !== draft.currencyId) throw refuseField('currencyId', 'CURRENCY_FIXED')
  await check(db, draft)
  await rows.update(db, { id, version }, stored(draft))
  return one(db, id)
}

async function enable({ db, input }: Ctx<Key>) {
  const { currencyId } = await rows.lock(db, input)
  if (!(await currencyRows.get(db, currencyId)).isEnabled) throw new Refusal('CURRENCY_DISABLED')
  await rows.update(db, input, { isEnabled: true })
  return one(db, input.id)
}
