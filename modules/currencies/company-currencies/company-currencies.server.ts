import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import {
  companyCurrencies,
  type CompanyCurrency,
  type Currency,
  type CurrencyDraft,
  type NewCurrency,
} from './company-currencies.contract.ts'
import { flagCodeOf, usualCashUnit, usualDenominations, usualQuoteUnit } from '../iso/iso.domain.ts'
import { refuseUnready } from '../modes/enabling.server.ts'
import * as queries from './company-currencies.queries.ts'
import { currencyName, isoCurrencies } from '../iso/iso.server.ts'

const { rows } = queries

/** Asked for the balances of currencies: what can be handed out of each, by its id, in the branches in reach. */
export const availableStock = hook<Scope, ReadonlyMap<string, string>>('currencies.availableStock')

export const companyCurrenciesRouter = serve(companyCurrencies, {
  list: async ({ db, language }) => (await all(db)).map((row) => shown(row, language)),
  getById: ({ db, input, language }) => one(db, input.id, language),
  create,
  update,
  updateIndex,
  enable: async ({ db, input, language }) => {
    await refuseUnready(db, { currencyId: input.id })
    return turn(db, input, true, language)
  },
  disable,
  getCompanyCurrencies: async ({ db, actor }) => ofCompany(db, await readTradedCurrencies(db), actor.scope),
  getLocalCurrency: async ({ db, actor }) => {
    const [local] = await ofCompany(
      db,
      (await all(db)).filter(({ isLocal }) => isLocal),
      actor.scope,
    )
    if (!local) throw notFound()
    return local
  },
  getSettings: async ({ db, language }) =>
    (await all(db)).filter(({ isEnabled }) => isEnabled).map((row) => shown(row, language)),
  getGlobalCurrencies,
})

type Key = { id: string; version: number }

type Row = queries.CurrencyRow & { isLocal: boolean }

/** Every currency of the company, in their order. */
export async function all(db: Db): Promise<Row[]> {
  const { localCurrency } = await currentCompany(db)
  return (await queries.all(db)).map((row) => ({ ...row, isLocal: row.code === localCurrency }))
}

/** The enabled currencies of the company, in their order, and which is the local one. */
export async function readTradedCurrencies(db: Db) {
  const [{ localCurrency }, enabled] = await Promise.all([currentCompany(db), queries.listEnabled(db)])
  return enabled.map((row) => ({ ...row, isLocal: row.code === localCurrency }))
}

const shown = (row: Row, language: Language): Currency => ({
  ...row,
  cashUnit: plain(row.cashUnit),
  flagCode: flagCodeOf(row.code),
  name: currencyName(row.code, language),
})

// What is stored with eight decimals is shown as it was written.
const plain = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

/** As the specification has them, with the balance of the branches in reach. */
export async function ofCompany(
  db: Db,
  currencies: readonly { id: string; code: string; isLocal: boolean }[],
  scope: Scope,
): Promise<CompanyCurrency[]> {
  const [stock] = await availableStock.ask(db, scope)
  return currencies.map(({ id, code, isLocal }) => ({
    currencyId: id,
    currencyCode: code,
    currencyFlagCode: flagCodeOf(code),
    isLocal,
    balance: stock?.get(id) ?? '0',
  }))
}

async function one(db: Db, id: string, language: Language) {
  const row = (await all(db)).find((each) => each.id === id)
  if (!row) throw notFound()
  return shown(row, language)
}

/** Throws with the fault at its field unless amounts have no more decimals than the currency, and none is named twice. */
function check({ cashUnit, denominations }: CurrencyDraft, exponent: number) {
  if (!hasAtMost(cashUnit, exponent)) throw refuseField('cashUnit', 'TOO_MANY_DECIMALS', { exponent })
  const seen = new Set<string>()
  for (const [index, { kind, faceValue }] of denominations.entries()) {
    const field = `denominations.${index}.faceValue`
    if (!hasAtMost(faceValue, exponent)) throw refuseField(field, 'TOO_MANY_DECIMALS', { exponent })
    const key = `${kind} ${plain(faceValue)}`
    if (seen.has(key)) throw refuseField(field, 'DENOMINATION_TWICE', { exponent })
    seen.add(key)
  }
}

async function create({ db, input, language }: Ctx<NewCurrency>) {
  const { denominations, ...draft } = input
  const iso = isoCurrencies.get(draft.code)
  if (!iso) throw refuseField('code', 'UNKNOWN_CURRENCY')
  check(input, iso.exponent)
  const { exponent } = iso
  const row = await rows.insert(db, { ...draft, exponent, sortIndex: (await queries.lastIndex(db)) + 1 })
  await queries.setDenominations(db, row.id, denominations)
  await refuseUnready(db, { currencyId: row.id })
  return one(db, row.id, language)
}

async function update({ db, input, language }: Ctx<Key & CurrencyDraft>) {
  const { id, version, denominations, ...draft } = input
  const row = await rows.lock(db, { id, version })
  check(input, row.exponent)
  await rows.update(db, { id, version }, draft)
  await queries.setDenominations(db, id, denominations)
  return one(db, id, language)
}

/** Two who sort at once: the later order counts, whole; one that misses a currency made meanwhile is refused. */
async function updateIndex({ db, input, language }: Ctx<{ ids: string[] }>) {
  const known = (await queries.all(db)).map(({ id }) => id)
  const asked = new Set(input.ids)
  const isSame = input.ids.length === known.length && known.every((id) => asked.delete(id))
  if (!isSame) throw new Refusal('CURRENCIES_CHANGED', {}, { kind: 'conflict' })
  await queries.setOrder(db, input.ids)
  return (await all(db)).map((row) => shown(row, language))
}

async function turn(db: Db, key: Key, isEnabled: boolean, language: Language) {
  await rows.update(db, key, { isEnabled })
  return one(db, key.id, language)
}

async function disable({ db, input, language }: Ctx<Key>) {
  await rows.lock(db, input)
  if ((await one(db, input.id, language)).isLocal) throw new Refusal('LOCAL_CURRENCY')
  return turn(db, input, false, language)
}

async function getGlobalCurrencies({ db, language }: Ctx) {
  const taken = new Set((await queries.all(db)).map(({ code }) => code))
  return [...isoCurrencies.values()].map(({ code, number, exponent }) => ({
    code,
    number,
    exponent,
    name: currencyName(code, language),
    flagCode: flagCodeOf(code),
    quoteUnit: usualQuoteUnit(code),
    cashUnit: usualCashUnit(code, exponent),
    denominations: usualDenominations(code),
    isTaken: taken.has(code),
  }))
}

/** Takes a currency in as it usually is, unless the company has it; answers its id. For the local currency, and for seeding. */
export async function addUsualCurrency(db: Db, code: string): Promise<string> {
  const known = (await queries.all(db)).find((row) => row.code === code)
  if (known) return known.id
  const iso = isoCurrencies.get(code)
  if (!iso) throw new Refusal('UNKNOWN_CURRENCY')
  const { exponent } = iso
  const row = await rows.insert(db, {
    code,
    exponent,
    quoteUnit: usualQuoteUnit(code),
    cashUnit: usualCashUnit(code, exponent),
    sortIndex: (await queries.lastIndex(db)) + 1,
  })
  await queries.setDenominations(db, row.id, usualDenominations(code))
  return row.id
}

/** What a company names as its local currency is among its currencies, and enabled. */
export async function becomeLocal(db: Db, code: string): Promise<void> {
  const { id, version, isEnabled } = await rows.get(db, await addUsualCurrency(db, code))
  if (!isEnabled) await rows.update(db, { id, version }, { isEnabled: true })
}
