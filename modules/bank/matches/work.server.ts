import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { mayActAt, reaches } from '#modules/organisation/public.server.ts'
import { rows as accountRows } from '../accounts/accounts.queries.ts'
import { clearingOf } from '../clearing/clearing.server.ts'
import type { NamedItem } from '../clearing/items.server.ts'
import { dropMatches } from '../clearing/matches.queries.ts'
import { openLines } from '../reconciliations/figures.server.ts'
import * as reconciliations from '../reconciliations/reconciliations.queries.ts'
import { lockAccount } from '../statements/statements.queries.ts'

type Asking = Pick<Ctx, 'actor' | 'db'>
export type Work = Awaited<ReturnType<typeof workOf>>

/** What is worked on in a reconciliation: its lines, what is left of them, and what the books have open until its last day. */
export async function workOf({ db, actor }: Asking, reconciliationId: string) {
  const [row] = await reconciliations.find(db, [reconciliationId])
  if (!row || !reaches(actor.scope, { branchId: row.branchId })) throw notFound()
  const account = await accountRows.get(db, row.accountId)
  const currency = (await allCurrencies(db)).find(({ id }) => id === account.currencyId)
  if (!currency) throw notFound()
  const clearing = await clearingOf(db, account, row.toOn)
  const lines =
    row.state === 'processed'
      ? await reconciliations.linesOf(db, row.id)
      : await reconciliations.linesUntil(db, account.id, row.toOn)
  return {
    row,
    account,
    currency,
    clearing,
    lines,
    open: openLines({ lines, clearing }),
    items: clearing.open,
  }
}

/** As `workOf`, for a change: one at a time for each account, while the reconciliation is open, by who stands at its branch. */
export async function lockWork(ctx: Asking, reconciliationId: string): Promise<Work> {
  const [row] = await reconciliations.find(ctx.db, [reconciliationId])
  if (!row || !reaches(ctx.actor.scope, { branchId: row.branchId })) throw notFound()
  if (!mayActAt(ctx.actor, { branchId: row.branchId })) throw new Refusal('OUT_OF_SCOPE', { place: 'place' })
  await lockAccount(ctx.db, row.accountId)
  const work = await workOf(ctx, reconciliationId)
  if (work.row.state !== 'initialised' && work.row.state !== 'saved')
    throw new Refusal('RECONCILIATION_CLOSED')
  if (work.clearing.fallen.length > 0) await dropMatches(ctx.db, work.clearing.fallen)
  return work
}

/** An open line with so much of it, else all that is left. */
export function partOf(work: Work, { id, amount }: { id: string; amount: string | null }) {
  const line = work.open.find((open) => open.id === id)
  const all = line ?? work.lines.find((known) => known.id === id)
  if (!all) throw notFound()
  const left = new Exact(line?.left ?? 0)
  const part = new Exact(amount ?? left)
  const isPart =
    !part.isZero() && part.isNegative() === left.isNegative() && part.abs().lessThanOrEqualTo(left.abs())
  if (left.isZero() || !isPart)
    throw new Refusal('LINE_LEFT', { left: left.toFixed(work.currency.exponent), text: all.text })
  return { line: all, amount: part.toFixed() }
}

/** An item that nothing settles. */
export function itemOf(work: Work, id: string): NamedItem {
  const item = work.items.find((open) => open.id === id)
  if (!item) throw new Refusal('ITEM_SETTLED')
  return item
}
