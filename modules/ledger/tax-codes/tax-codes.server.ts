import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import { all as allAccounts, mapping } from '../accounts/accounts.queries.ts'
import { findRepeated, inOrder, type RateVersion, type TaxSide } from './rates.domain.ts'
import { type TaxCodeDraft, taxCodes } from './tax-codes.contract.ts'
import * as queries from './tax-codes.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }
type Reading = Pick<Ctx, 'db' | 'language'>
type Account = Awaited<ReturnType<typeof allAccounts>>[number]

export const taxCodesRouter = serve(taxCodes, {
  list: async (ctx) => {
    const page = await queries.list(ctx.db, ctx.input)
    return { ...page, items: await present(ctx, page.items) }
  },
  getById: (ctx) => one(ctx, ctx.input.id),
  create,
  update,
  delete: remove,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
  choices: async ({ db, language }) => ({
    accounts: (await allAccounts(db, language))
      .filter(isForTax)
      .map(({ id, code, name }) => ({ id, name: `${code} ${name}` })),
  }),
})

/** What a tax code is called in a language. */
function nameOf(
  row: Pick<queries.TaxCodeRow, 'name' | 'nameVi' | 'nameZhHans' | 'nameZhHant'>,
  language: Language,
): string {
  const names = { en: '', zh_Hant: row.nameZhHant, zh_Hans: row.nameZhHans, vi: row.nameVi }
  return names[language] || row.name
}

/** The rates of a tax code as they are kept. */
export const versionsOf = ({ versions }: Pick<queries.TaxCodeRow, 'versions'>): RateVersion[] =>
  versions as unknown as RateVersion[]

/** The ledgers of tax with the side of their part, or else of the codes that lead there: one ledger is of one side. */
export async function sidesOfLedgers(db: Db, but?: string): Promise<Map<string, TaxSide>> {
  const sides = new Map<string, TaxSide>()
  for (const { part, accountId } of await mapping(db))
    if (part === 'outputTax') sides.set(accountId, 'output')
    else if (part === 'inputTax' && !sides.has(accountId)) sides.set(accountId, 'input')
  for (const { id, accountId, direction } of await queries.all(db))
    if (id !== but && !sides.has(accountId)) sides.set(accountId, direction as TaxSide)
  return sides
}

async function present({ db, language }: Reading, found: readonly queries.TaxCodeRow[]) {
  const accounts = new Map((await allAccounts(db, language)).map((account) => [account.id, account]))
  return found.map((row) => {
    const account = accounts.get(row.accountId)
    return {
      ...row,
      direction: row.direction as TaxSide,
      versions: versionsOf(row),
      shownName: nameOf(row, language),
      account: account ? `${account.code} ${account.name}` : '',
      createdAt: new Date(row.createdAt).toISOString(),
    }
  })
}

async function one(ctx: Reading, id: string) {
  const [row] = await present(ctx, [await rows.get(ctx.db, id)])
  if (!row) throw notFound()
  return row
}

/** Tax is owed or claimed, never stock nor what a party owes; a ledger of one foreign currency takes no tax. */
const isForTax = ({ class: kind, keeps, party, currencyId, isEnabled, taxCodeId }: Account): boolean =>
  (kind === 'asset' || kind === 'liability') &&
  keeps === null &&
  party === null &&
  currencyId === null &&
  taxCodeId === null &&
  isEnabled

/** The draft as it is stored. */
async function stored(db: Db, { versions, ...draft }: TaxCodeDraft, codeId?: string) {
  const at = findRepeated(versions)
  if (at >= 0) throw refuseField(`versions.${at}.validFrom`, 'TAX_CODE_DAY_TWICE')
  const account = (await allAccounts(db)).find(({ id }) => id === draft.accountId)
  if (!account) throw refuseField('accountId', 'LEDGER_UNKNOWN')
  const side = (await sidesOfLedgers(db, codeId)).get(account.id) ?? draft.direction
  if (!isForTax(account) || side !== draft.direction) throw refuseField('accountId', 'TAX_LEDGER_UNFIT')
  return { ...draft, versions: JSON.stringify(inOrder(versions)) }
}

async function create(ctx: Ctx<TaxCodeDraft>) {
  actOnWhole(ctx.actor.assigned)
  return one(ctx, (await rows.insert(ctx.db, await stored(ctx.db, ctx.input))).id)
}

async function update(ctx: Ctx<Key & TaxCodeDraft>) {
  const { db, input, actor } = ctx
  actOnWhole(actor.assigned)
  const { id, version, ...draft } = input
  const before = await rows.lock(db, { id, version })
  const values = await stored(db, draft, id)
  // What was posted under it stays where it is, on its side.
  const moved = (['direction', 'accountId'] as const).find((key) => before[key] !== draft[key])
  if (moved && (await queries.usesOf(db, id)).isTaxed) throw refuseField(moved, 'TAX_CODE_TAXED')
  await rows.update(db, { id, version }, values)
  return one(ctx, id)
}

async function turn(ctx: Ctx<Key>, isEnabled: boolean) {
  actOnWhole(ctx.actor.assigned)
  await rows.lock(ctx.db, ctx.input)
  await rows.update(ctx.db, ctx.input, { isEnabled })
  return one(ctx, ctx.input.id)
}

async function remove(ctx: Ctx<Key>) {
  actOnWhole(ctx.actor.assigned)
  await rows.lock(ctx.db, ctx.input)
  const { isTaxed, isProposed } = await queries.usesOf(ctx.db, ctx.input.id)
  if (isTaxed || isProposed) throw new Refusal('TAX_CODE_USED')
  await rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}
