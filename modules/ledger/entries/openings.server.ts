import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { holdPosting } from '../accounts/hold.queries.ts'
import { rightToUnlock } from '../unlocks/unlocks.domain.ts'
import type { EntryDraft } from './entries.contract.ts'
import * as queries from './entries.queries.ts'

/** The ledgers that bank accounts are kept on: the opening amount of the account opens them. */
export const ledgersOfBanks = hook<null, readonly string[]>('ledger.ledgersOfBanks')

type Acting = Pick<Ctx, 'actor' | 'db'>

/** Refuses a second opening of the books, one that would be undone by itself, and one of a day of business. */
export async function checkOpening(ctx: Acting, draft: EntryDraft, id: string | null): Promise<void> {
  if (draft.kind !== 'opening') return
  if (draft.autoReverseOn !== null) throw refuseField('autoReverseOn', 'OPENING_STAYS')
  const taken = new Set((await ledgersOfBanks.ask(ctx.db, null)).flat())
  const at = draft.lines.findIndex(({ accountId }) => taken.has(accountId))
  if (at >= 0) throw refuseField(`lines.${at}.accountId`, 'OPENED_BY_BANK')
  // Two drafts of it would be made at the same time.
  await holdPosting(ctx.db)
  const other = await queries.otherOpening(ctx.db, id)
  if (other) throw refuseField('kind', 'OPENING_MADE', { number: other.number })
  await checkOpeningDay(ctx, draft)
}

/** Refuses an opening on or after the first day of business, unless its poster may unlock days. */
export async function checkOpeningDay(
  { db, actor }: Acting,
  { kind, businessDate }: { kind: string; businessDate: string },
): Promise<void> {
  if (kind !== 'opening' || actor.permissions.has(rightToUnlock)) return
  const first = await queries.firstBusinessDay(db)
  if (first !== null && businessDate >= first)
    throw refuseField('businessDate', 'BUSINESS_BEGUN', { date: first })
}
