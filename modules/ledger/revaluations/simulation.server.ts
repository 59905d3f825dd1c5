import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { allCurrencies, exponentOf, localMoney, ownStock } from '#modules/currencies/public.server.ts'
import {
  actOnly,
  branchRegions,
  branchRows,
  currentCompany,
  reaches,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { revaluationMethod } from '#modules/settings/public.server.ts'
import type { Keeping } from '../accounts/accounts.domain.ts'
import { all as allAccounts } from '../accounts/accounts.queries.ts'
import { partiesOf } from '../parties/parties.server.ts'
import type { RevaluationDraft } from './revaluations.contract.ts'
import {
  type AccountOf,
  differenceOf,
  type Holding,
  type Method,
  residueOf,
  type RevaluedLine,
  worthOf,
} from './revaluations.domain.ts'
import * as queries from './revaluations.queries.ts'

type Acting = Pick<Ctx, 'actor' | 'db'>

/** The rates of a currency at the end of a day, in local currency for the unit of its quote. */
export interface ClosingRate {
  mid: string
  buy: string | null
}

/** Asked for the rates by the end of a day where the company is: by the id of the currency. */
export const closingRates = hook<{ businessDate: string }, ReadonlyMap<string, ClosingRate>>(
  'ledger.closingRates',
)

/** Asked what the holders of foreign money are called, such as the bank accounts it lies at: by their id. */
export const holderNames = hook<{ ids: readonly string[] }, ReadonlyMap<string, string>>('ledger.holderNames')

/** The foreign currencies of the company with their rates by the end of a day. */
export async function ratesOf(db: Db, businessDate: string) {
  const known = new Map((await closingRates.ask(db, { businessDate })).flatMap((all) => [...all]))
  return (await allCurrencies(db))
    .filter(({ isLocal }) => !isLocal)
    .map(({ id, code, exponent, quoteUnit }) => {
      const { mid = null, buy = null } = known.get(id) ?? {}
      return { id, code, exponent, quoteUnit, mid, buy }
    })
}

/** What is held of foreign money: each currency, and the parts of one that lie apart from it, at its rate; by the id of the item. */
async function foreignItems(db: Db) {
  const currencies = (await allCurrencies(db)).filter(({ isLocal }) => !isLocal)
  const whole = new Map(currencies.map((one) => [one.id, { ...one, currencyId: one.id }]))
  const parts = (await ownStock(db)).flatMap(({ id, code, currencyId }) => {
    const currency = whole.get(currencyId)
    return currency ? [[id, { ...currency, code }] as const] : []
  })
  return new Map([...whole, ...parts])
}

/** The branches of a run: one, or every one in reach; its entry belongs to the first. */
export async function listReachedBranches({ db, actor }: Acting, asked: string | null) {
  if (asked !== null) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, asked))
  const reached = (await branchRegions(db)).filter(({ id }) =>
    asked === null ? reaches(actor.scope, { branchId: id }) : id === asked,
  )
  const [home] = reached
  if (!home || (asked === null && actor.scope !== 'all')) throw refuseField('branchId', 'OUT_OF_SCOPE')
  for (const { id } of reached) actOnly(actor.assigned, 'branchIds', id, 'branchId')
  const { code } = await branchRows.get(db, home.id)
  return { branchId: home.id, code, isWhole: asked === null, branchIds: reached.map(({ id }) => id) }
}

/** What lies in foreign currency at the end of a day, at one branch or everywhere. */
export async function listHeldAt(
  ctx: Acting,
  { branchId, date }: { branchId: string | null; date: string },
): Promise<Holding[]> {
  const { branchIds } = await listReachedBranches(ctx, branchId)
  const itemIds = [...(await foreignItems(ctx.db)).keys()]
  return queries.holdingsAt(ctx.db, { branchIds, itemIds, date })
}

/** What a run of a day comes to: every holding at its rate. Throws where one has none. */
export async function draftRevaluation(
  ctx: Acting,
  ask: Pick<RevaluationDraft, 'branchId' | 'businessDate' | 'rateKind' | 'rates'>,
): Promise<{ lines: RevaluedLine[]; method: Method }> {
  const { db } = ctx
  const { localCurrency } = await currentCompany(db)
  const currencies = new Map((await ratesOf(db, ask.businessDate)).map((one) => [one.id, one]))
  const items = await foreignItems(db)
  const entered = new Map(ask.rates.map(({ currencyId, rate }) => [currencyId, rate]))
  const holdings = await listHeldAt(ctx, { branchId: ask.branchId, date: ask.businessDate })
  const lines = holdings.map((one): RevaluedLine => {
    const currencyId = items.get(one.itemId)?.currencyId ?? one.itemId
    const currency = currencies.get(currencyId)
    const quoteUnit = currency?.quoteUnit ?? 1
    if (residueOf(one) === 'foreignNil') return { ...one, rate: null, quoteUnit, worth: '0' }
    const rate = ask.rateKind === 'entered' ? entered.get(currencyId) : currency?.[ask.rateKind]
    if (!rate || !/[1-9]/.test(rate))
      throw new Refusal('REVALUATION_RATE_MISSING', { currency: currency?.code ?? '' })
    const worth = worthOf(one.quantity, rate, quoteUnit, exponentOf(localCurrency))
    return { ...one, rate, quoteUnit, worth }
  })
  return { lines, method: await revaluationMethod(db) }
}

/** How a posting names the accounts of holdings. */
export async function accountsOf(db: Db): Promise<AccountOf> {
  const known = new Map((await allAccounts(db)).map((account) => [account.id, account]))
  return (id) => {
    const { keeps = null, party = null } = known.get(id) ?? {}
    return { id, keeps: keeps as Keeping | null, party }
  }
}

/** The lines of a run as they are read. */
export async function readLines({ db, language }: Pick<Ctx, 'db' | 'language'>, id: string) {
  const stored = await queries.linesOf(db, id)
  const accounts = new Map((await allAccounts(db, language)).map((account) => [account.id, account]))
  const branches = new Map((await branchRegions(db)).map(({ id: branchId, name }) => [branchId, name]))
  const currencies = await foreignItems(db)
  const money = await localMoney(db)
  const partyOf = await partiesOf(db, stored)
  const ids = stored.flatMap(({ holderId }) => holderId ?? [])
  const holders = new Map((await holderNames.ask(db, { ids })).flatMap((all) => [...all]))
  return stored.map(({ itemId, holderId, ...line }) => {
    const account = accounts.get(line.accountId)
    const currency = currencies.get(itemId)
    return {
      ...line,
      branchName: branches.get(line.branchId) ?? '',
      account: `${account?.code ?? ''} ${account?.name ?? ''}`,
      currencyId: currency?.currencyId ?? itemId,
      currency: currency?.code ?? '',
      party: partyOf(line)?.name ?? (holderId && holders.get(holderId)) ?? null,
      quantity: new Exact(line.quantity).toFixed(currency?.exponent),
      value: money(line.value),
      worth: money(line.worth),
      difference: money(differenceOf(line)),
      residue: residueOf(line),
    }
  })
}
