import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { type FieldFault, notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import {
  flagCodeOf,
  subCurrencyCodes,
  subCurrencyRows,
  readTradedCurrencies,
} from '#modules/currencies/public.server.ts'
import { actOnly, branchRows, tree } from '#modules/organisation/public.server.ts'
import { publication } from '../publishing/publishing.server.ts'
import { plainAmount, type RateScope } from '../effective/effective.domain.ts'
import type { Draft as StoredDraft, ScopedRow, scopedRows, ScopedTable } from './scoped-rates.queries.ts'

export type Acting = Pick<Ctx, 'db' | 'actor' | 'now'>
type Told<D> = D & { reason: string }
type Draft = RateScope & { currencyId: string | null }

/** A draft as it is stored, with what stops it and what asks for a reason. */
interface Judged<T extends ScopedTable> {
  stored: StoredDraft<T>
  stopped: readonly FieldFault[]
  asked: readonly FieldFault[]
}
/** What the rules say of drafts, all for one scope. */
export type Judge<T extends ScopedTable, D> = (ctx: Acting, drafts: readonly D[]) => Promise<Judged<T>[]>

interface Kind<T extends ScopedTable, D, Shown> {
  rows: ReturnType<typeof scopedRows<T>>
  judge: Judge<T, D>
  /** Rows as they travel, but for the names that all have. */
  shown: (rows: readonly ScopedRow<T>[], db: Db) => Promise<Shown[]> | Shown[]
}

/** The handlers of rates that hold for a scope: published, replaced and ended, never changed. */
export function scopedHandlers<T extends ScopedTable, D extends Draft, Shown extends Draft>(
  kind: Kind<T, D, Shown>,
) {
  const { rows, judge, shown } = kind
  const one = async ({ db, actor }: Acting, id: string) => {
    const [row] = await shown([await rows.get(db, actor.scope, id)], db)
    if (!row) throw notFound()
    return (await namer(db))(row)
  }
  const end = async ({ db, actor }: Acting, id: string, publicationId: string) => {
    const { branchId } = await rows.holding(db, actor.scope, id)
    actOnly(actor.assigned, 'branchIds', branchId, 'id')
    await rows.end(db, [id], publicationId)
  }
  return {
    list: async ({ db, input, actor }: Ctx<ListInput>) => {
      const [page, named] = [await rows.list(db, actor.scope, input), await namer(db)]
      return { ...page, items: (await shown(page.items, db)).map((row) => named(row)) }
    },
    getById: (ctx: Ctx<{ id: string }>) => one(ctx, ctx.input.id),
    create: async (ctx: Ctx<Told<D>>) => {
      const { reason, ...draft } = ctx.input
      await checkScope(ctx, ctx.input)
      const stored = acceptDrafts(await judge(ctx, [draft as unknown as D]), reason)
      return one(ctx, await rows.insert(ctx.db, await publication(ctx, reason), stored))
    },
    update: async (ctx: Ctx<Told<D> & { id: string }>) => {
      const { id, reason, ...draft } = ctx.input
      const publicationId = await publication(ctx, reason)
      await end(ctx, id, publicationId)
      await checkScope(ctx, ctx.input)
      const stored = acceptDrafts(await judge(ctx, [draft as unknown as D]), reason)
      return one(ctx, await rows.insert(ctx.db, publicationId, stored))
    },
    delete: async (ctx: Ctx<{ id: string }>) => {
      await end(ctx, ctx.input.id, await publication(ctx, ''))
      return replyMessage(ctx, 'removed')
    },
  }
}

/** The drafts as they are stored; throws with every fault at its field where a rule stops one, or asks for a reason in vain. */
export function acceptDrafts<T extends ScopedTable>(
  judged: readonly Judged<T>[],
  reason: string,
  at: (index: number) => string = () => '',
): StoredDraft<T>[] {
  const faults = (kind: 'stopped' | 'asked') =>
    judged.flatMap((one, index) => one[kind].map((fault) => ({ ...fault, field: at(index) + fault.field })))
  const [stopped, asked] = [faults('stopped'), reason === '' ? faults('asked') : []]
  if (stopped.length > 0) throw new Refusal('RATES_BLOCKED', {}, { fields: [...stopped, ...asked] })
  const reasoned = { field: 'reason', code: 'REASON_REQUIRED' }
  if (asked.length > 0) throw new Refusal('REASON_REQUIRED', {}, { fields: [...asked, reasoned] })
  return judged.map(({ stored }) => stored)
}

/** Throws with the fault at its field unless it is for a branch in reach, a traded currency or a part of it, and a real band of amounts. */
export async function checkScope({ db, actor }: Acting, draft: Draft): Promise<void> {
  const { currencyId, subCurrencyId, branchId, amountFrom, amountTo } = draft
  actOnly(actor.assigned, 'branchIds', branchId, 'branchId')
  if (branchId !== null) await branchRows.get(db, branchId)
  if (currencyId !== null) {
    const currency = (await readTradedCurrencies(db)).find(({ id }) => id === currencyId)
    if (!currency) throw refuseField('currencyId', 'CURRENCY_NOT_TRADED')
    if (currency.isLocal) throw refuseField('currencyId', 'LOCAL_IS_ONE')
  }
  if (subCurrencyId !== null) {
    const sub = await subCurrencyRows.find(db, subCurrencyId)
    if (!sub?.isEnabled || sub.currencyId !== currencyId)
      throw refuseField('subCurrencyId', 'NOT_OF_THE_CURRENCY')
  }
  if (amountFrom !== null && amountTo !== null && compareDecimals(amountFrom, amountTo) >= 0)
    throw refuseField('amountTo', 'BAND_ENDS_BEFORE')
}

/** Rates as they are shown: with the names of currency and branch, and amounts as they were written. */
async function namer(db: Db) {
  const codes = new Map((await readTradedCurrencies(db)).map(({ id, code }) => [id, code]))
  const branches = new Map((await tree(db)).branches.map(({ id, name }) => [id, name]))
  const subs = new Map((await subCurrencyCodes(db)).map(({ id, code }) => [id, code]))
  return <R extends Draft>(row: R) => {
    const code = (row.currencyId && codes.get(row.currencyId)) ?? null
    return {
      ...row,
      amountFrom: writeAmount(row.amountFrom),
      amountTo: writeAmount(row.amountTo),
      code,
      flagCode: code === null ? null : flagCodeOf(code),
      subCurrency: (row.subCurrencyId && subs.get(row.subCurrencyId)) ?? null,
      branchName: (row.branchId && branches.get(row.branchId)) ?? null,
    }
  }
}

/** An amount as it was written, where there is one. */
export const writeAmount = (amount: string | null): string | null =>
  amount === null ? null : plainAmount(amount)
