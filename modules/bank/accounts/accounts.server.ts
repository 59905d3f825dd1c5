import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies, localMoney } from '#modules/currencies/public.server.ts'
import {
  allAccounts,
  balancesNow,
  listHeldBy,
  isPostedTo,
  mapping,
  post,
} from '#modules/ledger/public.server.ts'
import {
  actOnly,
  branchRows,
  businessDate,
  mayActAt,
  refuseDecimals,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { type BankAccountChange, type BankAccountDraft, bankAccounts } from './accounts.contract.ts'
import { bankLine, openingEvent } from './accounts.domain.ts'
import * as queries from './accounts.queries.ts'
import { detailFaults, isIban, plainDetails } from './numbers.server.ts'

const { rows } = queries
type Key = { id: string; version: number }
type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

export const bankAccountsRouter = serve(bankAccounts, {
  list: async (ctx) => {
    const { db, input, actor } = ctx
    const { items, pagination } = await queries.list(db, actor.scope, input)
    return { items: await shown(ctx, items), pagination }
  },
  getById: (ctx) => one(ctx, ctx.input.id),
  create,
  update,
  delete: remove,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
  listSelection: async ({ db, actor }) => {
    const currencies = await currenciesById(db)
    return (await queries.open(db, actor.scope))
      .filter(({ branchId, isShared }) => isShared || mayActAt(actor, { branchId }))
      .map(({ id, code, name, branchId, currencyId, isLocal }) => {
        const { code: currency = '', exponent = 2 } = currencies.get(currencyId) ?? {}
        return { id, name: `${code} ${name} ${currency}`, branchId, currencyId, currency, exponent, isLocal }
      })
  },
  choices: async ({ db, language }) => ({
    currencies: (await allCurrencies(db)).map(({ id, code, isLocal }) => ({ id, name: code, isLocal })),
    ledgers: (await allAccounts(db, language))
      .filter((account) => fits(account, true) || fits(account, false))
      .map(({ id, code, name, keeps }) => ({ id, name: `${code} ${name}`, isLocal: keeps === null })),
  }),
})

const currenciesById = async (db: Db) =>
  new Map((await allCurrencies(db)).map((currency) => [currency.id, currency]))

/** Balances by the books: of local money that of its ledger over all branches, of foreign money what its pool has. */
async function shown({ db, language }: Pick<Ctx, 'db' | 'language'>, found: readonly queries.AccountRow[]) {
  const currencies = await currenciesById(db)
  const ledgers = new Map(
    (await allAccounts(db, language)).map(({ id, code, name }) => [id, `${code} ${name}`]),
  )
  const isAnyLocal = found.some(({ isLocal }) => isLocal)
  const local = isAnyLocal ? await balancesNow(db, 'all') : new Map<string, string>()
  const foreign = await listHeldBy(
    db,
    found.flatMap(({ id, isLocal }) => (isLocal ? [] : [id])),
  )
  const money = await localMoney(db)
  return found.map((row) => {
    const value = row.isLocal ? (local.get(row.ledgerId) ?? '0') : (foreign.get(row.id)?.value ?? '0')
    const balance = row.isLocal ? value : (foreign.get(row.id)?.quantity ?? '0')
    const { code: currency = '', exponent = 2 } = currencies.get(row.currencyId) ?? {}
    return {
      ...row,
      currency,
      ledger: ledgers.get(row.ledgerId) ?? '',
      openingAmount: row.openingAmount && new Exact(row.openingAmount).toFixed(exponent),
      openingValue: row.openingValue && money(row.openingValue),
      balance: new Exact(balance).toFixed(exponent),
      value: money(value),
      createdAt: new Date(row.createdAt).toISOString(),
    }
  })
}

async function one({ db, actor, language }: Pick<Ctx, 'actor' | 'db' | 'language'>, id: string) {
  const row = await queries.get(db, actor.scope, id)
  const [found] = row ? await shown({ db, language }, [row]) : []
  if (!found) throw notFound()
  return found
}

/** The number and BIC as they are kept; throws at the field whose form is wrong. */
function checkedDetails<D extends { bic: string; number: string }>(draft: D) {
  const plain = plainDetails(draft)
  const fields = detailFaults(plain)
  if (fields[0]) throw new Refusal(fields[0].code, fields[0].data, { fields })
  return { ...plain, isIban: isIban(plain.number) }
}

type Ledger = Awaited<ReturnType<typeof allAccounts>>[number]

/** Local money lies on a ledger that keeps nothing beside value, foreign money on one that keeps money at banks. */
const fits = ({ class: kind, keeps, party, isEnabled }: Ledger, isLocal: boolean) =>
  kind === 'asset' && party === null && isEnabled && keeps === (isLocal ? null : 'bank')

async function ledgerFor(db: Db, asked: string | null, isLocal: boolean): Promise<string> {
  const part = isLocal ? 'bank' : 'bankForeign'
  const usual = (await mapping(db)).find(
    (row) => row.part === part && !row.event && !row.branchId && !row.modeId,
  )
  const id = asked ?? usual?.accountId
  const ledger = (await allAccounts(db)).find((account) => account.id === id)
  if (!ledger) throw refuseField('ledgerId', 'LEDGER_UNKNOWN')
  if (!fits(ledger, isLocal)) throw refuseField('ledgerId', 'BANK_LEDGER_UNFIT')
  if (isLocal && (await queries.isTaken(db, ledger.id))) throw refuseField('ledgerId', 'BANK_LEDGER_TAKEN')
  return ledger.id
}

async function create(ctx: Ctx<BankAccountDraft>) {
  const { db, input, actor } = ctx
  const branch = requireVisible(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  actOnly(actor.assigned, 'branchIds', branch.id, 'branchId')
  const currency = (await allCurrencies(db)).find(({ id, isEnabled }) => id === input.currencyId && isEnabled)
  if (!currency) throw refuseField('currencyId', 'ITEM_UNKNOWN')
  const { isLocal } = currency
  const ledgerId = await ledgerFor(db, input.ledgerId, isLocal)
  const opening = await openingOf(ctx, currency)
  const draft = checkedDetails(input)
  const row = await rows.insert(db, { ...draft, ...opening, ledgerId, isLocal })
  const { openedOn, openingAmount, openingValue } = opening
  if (openedOn !== null) {
    const value = new Exact(openingValue)
    await post(ctx, {
      event: openingEvent,
      source: { type: 'bankAccount', id: row.id },
      businessDate: openedOn,
      branchId: branch.id,
      note: row.code,
      lines: [
        bankLine(row, { amount: openingAmount, value: value.toFixed() }),
        { part: 'opening', branchId: branch.id, amount: value.negated().toFixed() },
      ],
    })
  }
  return one(ctx, row.id)
}

const nothing = { openedOn: null, openingAmount: null, openingValue: null } as const

/** What an account begins with: both amounts of a foreign one, and nothing on a day that is yet to come. */
async function openingOf(
  { db, input, now }: Pick<Ctx<BankAccountDraft>, 'db' | 'input' | 'now'>,
  currency: { code: string; isLocal: boolean },
) {
  const { openingAmount: amount, branchId } = input
  if (amount === null || new Exact(amount).isZero()) return nothing
  await refuseDecimals(db, { openingAmount: amount }, currency.code)
  await refuseDecimals(db, { openingValue: input.openingValue })
  const today = await businessDate(db, branchId, now)
  const openedOn = input.openedOn ?? today
  if (openedOn > today) throw refuseField('openedOn', 'DATE_AHEAD')
  if (currency.isLocal) return { openedOn, openingAmount: amount, openingValue: amount }
  if (amount.startsWith('-')) throw refuseField('openingAmount', 'BANK_FOREIGN_OVERDRAWN')
  if (input.openingValue === null) throw refuseField('openingValue', 'BOTH_AMOUNTS')
  return { openedOn, openingAmount: amount, openingValue: input.openingValue }
}

/** An account that the person may change, locked. */
async function own({ db, actor, input }: Pick<Ctx<Key>, 'actor' | 'db' | 'input'>) {
  const { id, version } = input
  const row = await queries.get(db, actor.scope, id)
  if (!row) throw notFound()
  actOnly(actor.assigned, 'branchIds', row.branchId, 'branchId')
  await rows.lock(db, { id, version })
  return row
}

const heldIn = ({ id, ledgerId, isLocal }: queries.AccountRow) => ({
  accountId: ledgerId,
  holderId: isLocal ? null : id,
})

async function update(ctx: Ctx<Key & BankAccountChange>) {
  const { db, input } = ctx
  await own(ctx)
  const { id, version, ...draft } = input
  await rows.update(db, { id, version }, checkedDetails(draft))
  return one(ctx, id)
}

/** Closed only when nothing is left in it. */
async function turn(ctx: Acting & Ctx<Key>, isEnabled: boolean) {
  await own(ctx)
  const { balance, currency } = await one(ctx, ctx.input.id)
  if (!isEnabled && !new Exact(balance).isZero())
    throw new Refusal('BANK_BALANCE_LEFT', { balance, currency })
  await rows.update(ctx.db, ctx.input, { isEnabled })
  return one(ctx, ctx.input.id)
}

async function remove(ctx: Ctx<Key>) {
  const row = await own(ctx)
  if ((await queries.isNamed(ctx.db, row.id)) || (await isPostedTo(ctx.db, heldIn(row))))
    throw new Refusal('BANK_ACCOUNT_USED')
  await rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}
