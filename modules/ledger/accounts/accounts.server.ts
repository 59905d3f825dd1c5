import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies, localMoney, ownStock } from '#modules/currencies/public.server.ts'
import { actOnWhole, branchRows, requireVisible } from '#modules/organisation/public.server.ts'
import { type AccountDraft, accounts } from './accounts.contract.ts'
import { chart, type SeededAccount } from './accounts.domain.ts'
import { partiesOf } from '../parties/parties.server.ts'
import { balancesNow, byParty } from '../balances/balances.queries.ts'
import { rows as groupRows } from './groups.queries.ts'
import { holdPosting } from './hold.queries.ts'
import {
  all,
  hasOtherItems,
  mappingRows,
  rows,
  taxCodesOfLedgers,
  taxLedgerIds,
  usesOf,
} from './accounts.queries.ts'
import { currencyCodes } from './currencies.server.ts'
import { seededNames } from './seeded-names.domain.ts'

type Key = { id: string; version: number }

export const accountsRouter = serve(accounts, {
  list: async ({ db, actor, language }) => {
    const money = await localMoney(db)
    const balances = await balancesNow(db, actor.scope)
    const codeOf = await currencyCodes(db)
    return (await all(db, language)).map((row) => ({
      ...row,
      currency: codeOf(row.currencyId),
      balance: money(balances.get(row.id) ?? '0'),
    }))
  },
  getById: (ctx) => detail(ctx, ctx.input.id),
  choices: async ({ db }) => ({
    currencies: (await allCurrencies(db)).map(({ id, code }) => ({ id, name: code })),
    taxCodes: (await taxCodesOfLedgers(db))
      .filter(({ isEnabled }) => isEnabled)
      .map(({ id, code }) => ({ id, name: code })),
  }),
  create,
  update,
  delete: remove,
  parties,
})

async function detail({ db, language }: Pick<Ctx, 'db' | 'language'>, id: string) {
  const shown = (await all(db, language)).find((account) => account.id === id)
  if (!shown) throw notFound()
  const { name } = await rows.get(db, id)
  const currency = (await currencyCodes(db))(shown.currencyId)
  const taxCode = (await taxCodesOfLedgers(db)).find((code) => code.id === shown.taxCodeId)?.code ?? null
  return { ...shown, name, shownName: shown.name, currency, taxCode }
}

async function create(ctx: Ctx<AccountDraft>) {
  const { db, input, actor } = ctx
  actOnWhole(actor.assigned)
  await checkGroup(db, input)
  if (input.currencyId !== null) await checkCurrency(db, input.currencyId)
  if (input.taxCodeId !== null) await checkTaxCode(db, input.taxCodeId, undefined)
  return detail(ctx, (await rows.insert(db, input)).id)
}

async function update(ctx: Ctx<Key & AccountDraft>) {
  const { db, input, actor } = ctx
  actOnWhole(actor.assigned)
  const { id, version, ...draft } = input
  const before = await rows.lock(db, { id, version })
  await checkGroup(db, draft)
  if (before.keeps !== null && draft.isManual) throw refuseField('isManual', 'LEDGER_KEEPS')
  if (before.class !== draft.class) {
    const { isPosted, isMapped } = await usesOf(db, id, null)
    if (isPosted || isMapped) throw refuseField('class', 'LEDGER_USED')
  }
  if (draft.closedFrom !== null && draft.closedFrom !== before.closedFrom) {
    // A posting that has begun is waited for.
    await holdPosting(db)
    const { isPosted, isMapped } = await usesOf(db, id, draft.closedFrom)
    if (isMapped) throw refuseField('closedFrom', 'LEDGER_MAPPED')
    if (isPosted) throw refuseField('closedFrom', 'LEDGER_POSTED_AFTER')
  }
  if (draft.currencyId !== null && draft.currencyId !== before.currencyId) {
    await checkCurrency(db, draft.currencyId)
    await holdPosting(db)
    if (await isPostedBeside(db, id, draft.currencyId)) throw refuseField('currencyId', 'LEDGER_CURRENCIES')
  }
  if (draft.taxCodeId !== null && draft.taxCodeId !== before.taxCodeId)
    await checkTaxCode(db, draft.taxCodeId, id)
  await rows.update(db, { id, version }, draft)
  return detail(ctx, id)
}

async function remove(ctx: Ctx<Key>) {
  const { db, input, actor } = ctx
  actOnWhole(actor.assigned)
  await rows.lock(db, input)
  const { isPosted, isMapped } = await usesOf(db, input.id, null)
  if (isPosted || isMapped) throw new Refusal('LEDGER_USED')
  await rows.remove(db, input)
  return replyMessage(ctx, 'removed')
}

/** A ledger lies in a group of its own class. */
async function checkGroup(db: Db, draft: Pick<AccountDraft, 'class' | 'groupId'>): Promise<void> {
  if (draft.groupId === null) return
  const group = await groupRows.get(db, draft.groupId)
  if (group.class !== draft.class) throw refuseField('groupId', 'CLASS_OTHER')
}

/** A ledger proposes a code that is in use; a ledger of tax is not taxed itself. */
async function checkTaxCode(db: Db, taxCodeId: string, id: string | undefined): Promise<void> {
  const code = (await taxCodesOfLedgers(db)).find((one) => one.id === taxCodeId)
  if (!code?.isEnabled) throw refuseField('taxCodeId', 'TAX_CODE_UNKNOWN')
  if (id !== undefined && (await taxLedgerIds(db)).has(id)) throw refuseField('taxCodeId', 'TAX_OF_TAX')
}

async function checkCurrency(db: Db, id: string): Promise<void> {
  if (!(await allCurrencies(db)).some((one) => one.id === id)) throw refuseField('currencyId', 'ITEM_UNKNOWN')
}

/** Whether lines of a ledger are in another currency than this, its parts with stock of their own counting as itself. */
export async function isPostedBeside(db: Db, id: string, currencyId: string): Promise<boolean> {
  const parts = (await ownStock(db)).filter((one) => one.currencyId === currencyId)
  const isLocal = (await allCurrencies(db)).some((one) => one.id === currencyId && one.isLocal)
  return hasOtherItems(db, id, { itemIds: [currencyId, ...parts.map((one) => one.id)], isLocal })
}

const most = 500

/** Merged parties are one, under the name of the one that stayed. */
async function parties({ db, actor, input }: Ctx<{ accountId: string; branchId?: string | undefined }>) {
  await rows.get(db, input.accountId)
  if (input.branchId) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  const money = await localMoney(db)
  const posted = await byParty(db, actor.scope, input)
  const partyOf = await partiesOf(db, posted)
  const sums = new Map<string, { type: string; id: string; name: string; sum: InstanceType<typeof Exact> }>()
  for (const one of posted) {
    const party = partyOf(one)
    if (!party) continue
    const key = `${party.type} ${party.id}`
    sums.set(key, { ...party, sum: new Exact(sums.get(key)?.sum ?? 0).plus(one.balance) })
  }
  const uneven = [...sums.values()]
    .filter(({ sum }) => !sum.isZero())
    .toSorted((a, b) => b.sum.abs().comparedTo(a.sum.abs()))
  const shown = uneven
    .slice(0, most)
    .map(({ sum, ...party }) => ({ ...party, balance: money(sum.toFixed()) }))
  return { isCut: uneven.length > most, parties: shown }
}

/** The accounts that a new company begins with, each part of an event led to its own. */
export async function seedAccounts(db: Db): Promise<void> {
  for (const { part, ...account } of chart as readonly SeededAccount[]) {
    const { id } = await rows.insert(db, { ...account, ...seededNames(account.code) })
    if (part) await mappingRows.insert(db, { part, accountId: id })
  }
}
