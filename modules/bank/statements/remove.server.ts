import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { rows as accountRows } from '../accounts/accounts.queries.ts'
import { requireActing } from '../accounts/places.server.ts'
import { isRestedOn } from '../clearing/deal-payments.queries.ts'
import * as queries from './statements.queries.ts'

/** Takes a statement away with the lines that no other one has, as long as nothing rests on them. */
export async function remove(ctx: Ctx<{ id: string; version: number }>) {
  const { db, actor, input } = ctx
  if (!(await queries.get(db, actor.scope, input.id))) throw notFound()
  const { state, accountId } = await queries.rows.lock(db, input)
  requireActing(actor, await accountRows.get(db, accountId))
  if (state === 'processed') throw new Refusal('STATEMENT_PROCESSED')
  await queries.lockAccount(db, accountId)
  if (await isRestedOn(db, input.id)) throw new Refusal('STATEMENT_CLEARED')
  const { isProcessed, isPosted } = await queries.restsOf(db, input.id)
  if (isProcessed) throw new Refusal('STATEMENT_PROCESSED')
  if (isPosted) throw new Refusal('STATEMENT_MATCHED')
  await queries.dropLines(db, input.id)
  await queries.rows.remove(db, input)
  return replyMessage(ctx, 'removed')
}
