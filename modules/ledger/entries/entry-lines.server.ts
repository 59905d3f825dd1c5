import { Exact } from '#kit/domain/decimals.domain.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { allCurrencies, exponentOf, localMoney } from '#modules/currencies/public.server.ts'
import {
  actOnly,
  branchRegions,
  branchRows,
  businessDate,
  currentCompany,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import { all as allAccounts } from '../accounts/accounts.queries.ts'
import { checkCurrencies } from '../accounts/currencies.server.ts'
import { kindsOf, partyTypes } from '../events/events.domain.ts'
import { partiesOf, partyNames } from '../parties/parties.server.ts'
import { grossOf } from '../tax-codes/rates.domain.ts'
import { all as allTaxCodes } from '../tax-codes/tax-codes.queries.ts'
import { isOfDrawers } from '../posting/by-value.domain.ts'
import { lockOf } from '../posting/posting.server.ts'
import type { EntryDraft, EntryLineDraft } from './entries.contract.ts'
import { amountOf, type EntryKind, listImbalances } from './entries.domain.ts'
import { checkTaxes, taxedOf, type Untaxed } from './entry-tax.server.ts'
import { openedBy } from './openings.domain.ts'
import type { EntryLine } from './entries.queries.ts'
import * as queries from './entries.queries.ts'

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>
type Account = Awaited<ReturnType<typeof allAccounts>>[number]

/** The lines of a draft as they are kept, each with its local amount; what cannot be posted is refused at its line. */
export async function checkLines(ctx: Acting, draft: EntryDraft): Promise<EntryLine[]> {
  const { db, actor, now } = ctx
  requireVisible(actor.scope, 'branchIds', await branchRows.get(db, draft.branchId))
  if (draft.businessDate > (await businessDate(db, draft.branchId, now)))
    throw refuseField('businessDate', 'DATE_AHEAD')
  if (draft.autoReverseOn !== null && draft.autoReverseOn <= draft.businessDate)
    throw refuseField('autoReverseOn', 'REVERSED_BEFORE')
  const accounts = new Map((await allAccounts(db)).map((account) => [account.id, account]))
  const worth = await worthOf(db)
  const taxed = await taxedOf(db, draft)
  const isKept = await keepsStock(db)
  const lines: EntryLine[] = []
  for (const [index, line] of draft.lines.entries()) {
    const at = (field: string) => `lines.${index}.${field}`
    requireVisible(actor.scope, 'branchIds', await branchRows.get(db, line.branchId))
    actOnly(actor.assigned, 'branchIds', line.branchId, at('branchId'))
    checkAccount(accounts.get(line.accountId), { ...draft, isKept }, at('accountId'))
    // By value only: what of it is foreign money nobody can say.
    if (accounts.get(line.accountId)?.keeps && line.currencyId !== null)
      throw refuseField(at('currencyId'), 'STOCK_NOT_KEPT')
    await checkParty(db, accounts.get(line.accountId), line, at('partyId'))
    lines.push(taxed(line, worth(line, at), at))
  }
  await checkCurrencies(db, lines)
  return lines
}

/** Whether an entry by hand may go to an account; where no stock is kept, what is gained on notes is known by such an entry only. */
const isByHand = (account: Pick<Account, 'keeps' | 'isManual'>, isKept: boolean): boolean =>
  account.keeps === null ? account.isManual : !isKept && isOfDrawers(account)

/** Whether an entry of a kind may go to an account: an opening goes to those too that no other entry by hand reaches. */
export const reachesAccount = (
  kind: EntryKind,
  account: Pick<Account, 'keeps' | 'isManual'>,
  isKept: boolean,
): boolean => isByHand(account, isKept) || (kind === 'opening' && account.keeps === null)

interface Asked extends Pick<EntryDraft, 'businessDate' | 'kind'> {
  isKept: boolean
}

function checkAccount(
  account: Account | undefined,
  { kind, isKept, businessDate: date }: Asked,
  field: string,
): void {
  if (!account) throw refuseField(field, 'LEDGER_UNKNOWN')
  if (!reachesAccount(kind, account, isKept)) {
    const { keeps } = account
    if (keeps === null) throw refuseField(field, 'LEDGER_NOT_MANUAL')
    throw refuseField(field, kind === 'opening' ? openedBy(keeps) : 'LEDGER_KEEPS')
  }
  if (account.closedFrom !== null && account.closedFrom <= date)
    throw refuseField(field, 'LEDGER_CLOSED', { date: account.closedFrom })
}

async function checkParty(
  db: Db,
  account: Account | undefined,
  { partyType: type, partyId: id }: EntryLineDraft,
  field: string,
): Promise<void> {
  const kind = account?.party ?? null
  if (type === null || id === null) {
    if (kind !== null) throw refuseField(field, 'PARTY_MISSING')
    return
  }
  if (!partyTypes.has(type) || (kind !== null && !kindsOf(type).includes(kind)))
    throw refuseField(field, 'PARTY_OTHER')
  const known = await partyNames.ask(db, { type, ids: [id] })
  if (!known.some((names) => names.has(id))) throw refuseField(field, 'PARTY_UNKNOWN')
}

/** What lines are worth: each side in the decimals of its currency, no line of nothing, both amounts on one side. */
async function worthOf(db: Db) {
  const { localCurrency } = await currentCompany(db)
  const local = exponentOf(localCurrency)
  const currencies = new Map((await allCurrencies(db)).map((one) => [one.id, one]))
  return (line: EntryLineDraft, at: (field: string) => string): Untaxed => {
    const { currencyId, quantity, rate, debit, credit, note } = line
    const currency = currencyId === null ? undefined : currencies.get(currencyId)
    if (currencyId !== null && (!currency || currency.isLocal))
      throw refuseField(at('currencyId'), 'ITEM_UNKNOWN')
    if ((currencyId === null) !== (quantity === null)) throw refuseField(at('quantity'), 'FOREIGN_IN_PART')
    if (debit !== null && credit !== null) throw refuseField(at('credit'), 'SIDES_BOTH')
    const exponents = { debit: local, credit: local, quantity: currency?.exponent ?? local }
    for (const field of ['debit', 'credit', 'quantity'] as const) {
      const places = exponents[field]
      if (line[field] !== null && !hasAtMost(line[field], places))
        throw refuseField(at(field), 'TOO_MANY_DECIMALS', { exponent: places })
    }
    const amount = amountOf(line, { unit: currency?.quoteUnit ?? 1, exponent: local })
    if (new Exact(amount).isZero()) throw refuseField(at('debit'), 'LINE_ZERO')
    if (new Exact(quantity ?? 0).times(amount).lessThan(0)) throw refuseField(at('quantity'), 'SIDES_DIFFER')
    const { accountId, branchId, partyType, partyId } = line
    return { accountId, branchId, partyType, partyId, itemId: currencyId, quantity, rate, amount, note }
  }
}

/** The sum of the debits, tax included. */
export const valueOf = (lines: readonly EntryLine[]): string =>
  lines
    .map((line) => ({ amount: grossOf(line) }))
    .filter(({ amount }) => !amount.startsWith('-'))
    .reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
    .toFixed()

/** Who acts on an entry may act in the branch of each of its lines, not only in that of its number. */
export function actInBranches({ actor }: Acting, lines: readonly EntryLine[]): void {
  for (const [at, { branchId }] of lines.entries())
    actOnly(actor.assigned, 'branchIds', branchId, `lines.${at}.branchId`)
}

/**
 * Lines that this person may post on their day: even, in each branch too, each ledger in the currency that it takes now, and no
 * branch locked on that day or on the one on which the entry is undone by itself.
 */
export async function checkPostable(
  ctx: Acting,
  { businessDate: date, autoReverseOn }: { businessDate: string; autoReverseOn: string | null },
  lines: readonly EntryLine[],
): Promise<void> {
  const { db, now } = ctx
  actInBranches(ctx, lines)
  await checkCurrencies(db, lines)
  await checkTaxes(db, date, lines)
  const money = await localMoney(db)
  const { total, branches } = listImbalances(
    lines.map((line) => ({ branchId: line.branchId, amount: grossOf(line) })),
  )
  const size = (amount: string) => money(new Exact(amount).abs().toFixed())
  const lastOf = (branchId: string) => lines.findLastIndex((line) => line.branchId === branchId)
  if (!new Exact(total).isZero())
    throw refuseField(`lines.${lines.length - 1}.debit`, 'ENTRY_UNEVEN', { difference: size(total) })
  const [uneven] = branches
  if (uneven) {
    const names = new Map((await branchRegions(db)).map(({ id, name }) => [id, name]))
    const data = { branch: names.get(uneven.branchId) ?? '', difference: size(uneven.difference) }
    throw refuseField(`lines.${lastOf(uneven.branchId)}.branchId`, 'BRANCH_UNEVEN', data)
  }
  for (const branchId of new Set(lines.map((line) => line.branchId))) {
    const lockedTo = await lockOf({ db, now }, branchId, date)
    if (lockedTo !== undefined)
      throw refuseField(`lines.${lastOf(branchId)}.branchId`, 'PERIOD_LOCKED', { date: lockedTo })
    const undoneTo = autoReverseOn === null ? undefined : await lockOf({ db, now }, branchId, autoReverseOn)
    if (undoneTo !== undefined) throw refuseField('autoReverseOn', 'PERIOD_LOCKED', { date: undoneTo })
  }
}

/** The lines of an entry as they are read. */
export async function readLines({ db, language }: Pick<Ctx, 'db' | 'language'>, id: string) {
  const stored = await queries.linesOf(db, id)
  const accounts = new Map((await allAccounts(db, language)).map((account) => [account.id, account]))
  const branches = new Map((await branchRegions(db)).map(({ id: branchId, name }) => [branchId, name]))
  const currencies = new Map((await allCurrencies(db)).map((one) => [one.id, one]))
  const money = await localMoney(db)
  const partyOf = await partiesOf(db, stored)
  const taxCodes = new Map((await allTaxCodes(db)).map(({ id: codeId, code }) => [codeId, code]))
  return stored.map(({ itemId, quantity, amount, ...line }) => {
    const currency = itemId === null ? undefined : currencies.get(itemId)
    const size = money(new Exact(amount).abs().toFixed())
    const isCredit = amount.startsWith('-')
    return {
      ...line,
      accountCode: accounts.get(line.accountId)?.code ?? '',
      accountName: accounts.get(line.accountId)?.name ?? '',
      branchName: branches.get(line.branchId) ?? '',
      partyName: partyOf(line)?.name ?? null,
      currencyId: itemId,
      currency: currency?.code ?? null,
      quantity: quantity === null ? null : new Exact(quantity).toFixed(currency?.exponent),
      debit: isCredit ? null : size,
      credit: isCredit ? size : null,
      taxCode: (line.taxCodeId && taxCodes.get(line.taxCodeId)) ?? null,
      tax: line.taxCodeId === null ? null : money(new Exact(line.tax).abs().toFixed()),
    }
  })
}

/** The numbers of entries by hand, for what is read of the journal. */
export const numbersOfEntries = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((ids.length > 0 ? await queries.find(db, ids) : []).map(({ id, number }) => [id, number] as const))
