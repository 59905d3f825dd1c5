import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { emit } from '#modules/access/public.server.ts'
import { customerStateChanged } from '../customer-events/customer-events.contract.ts'
import {
  type FlagActName,
  flagActs,
  type FlagKind,
  type Flagged,
  flagOfCompliance,
  possibleActs,
  raisesForCompliance,
} from './flags.domain.ts'
import * as queries from './flags.queries.ts'

const { rows } = queries

type Acting = Ctx<{ id: string; version: number; note: string }>
/** The customer as this person may see it. */
type Find<C> = (ctx: Acting, id: string) => Promise<C>
type Customer = Flagged & { mergedInto: unknown }

/** Asked before a blocked customer is let go again; whoever answers may refuse. */
export const customerUnblocking = hook<{ customerId: string }, void>('customers.unblocking')

/** Raises or clears a flag, with who, when and why. Suspicion leaves the customer's own row as it is. */
const act =
  <C extends Customer>(find: Find<C>, name: FlagActName) =>
  async (ctx: Acting) => {
    const { db, input, actor, now } = ctx
    const { kind, raises } = flagActs[name]
    await rows.lock(db, input)
    const customer = await find(ctx, input.id)
    if (customer.mergedInto) throw new Refusal('CUSTOMER_MERGED')
    const flags = await queries.listEpisodes(db, input.id, true)
    if (!raises) refuseOfCompliance(flags, kind, actor)
    if (!possibleActs({ ...customer, flags }, actor.permissions).includes(name))
      throw new Refusal('ILLEGAL_TRANSITION', {}, { kind: 'conflict' })
    if (name === 'unblock') await customerUnblocking.ask(db, { customerId: input.id })
    const needsCompliance = raisesForCompliance(actor.permissions)
    const word = { customerId: input.id, byName: actor.name, at: now, reason: input.note, needsCompliance }
    await (raises ? queries.raise : queries.clear)(db, kind, word)
    const { id, version } = input
    if (kind === 'blocked') await rows.update(db, { id, version }, { isBlocked: raises })
    if (kind === 'monitored') await rows.update(db, { id, version }, { isMonitored: raises })
    if (kind === 'inactive') await rows.update(db, { id, version }, { isActive: !raises })
    const change = changes[name]
    if (change) await emit(ctx, customerStateChanged, [{ customerId: id, change }])
    return find(ctx, id)
  }

/** Throws FLAG_OF_COMPLIANCE, with who raised it, where a user outside compliance would clear what compliance has raised. */
function refuseOfCompliance(
  flags: Awaited<ReturnType<typeof queries.listEpisodes>>,
  kind: FlagKind,
  { permissions }: Pick<Acting['actor'], 'permissions'>,
): void {
  const flag = flagOfCompliance(flags, kind, permissions)
  if (flag) throw new Refusal('FLAG_OF_COMPLIANCE', { by: flag.raisedByName }, { kind: 'forbidden' })
}

/** What programs outside hear of; who is suspicious or watched is nobody's business there. */
const changes: Partial<Record<FlagActName, 'blocked' | 'unblocked' | 'activated' | 'deactivated'>> = {
  block: 'blocked',
  unblock: 'unblocked',
  activate: 'activated',
  deactivate: 'deactivated',
}

type Word = Parameters<typeof queries.blockCustomer>[1]

/** Blocks a customer for compliance; one who is blocked already stays so by their first reason. */
export async function blockCustomer(db: Db, word: Word): Promise<void> {
  if (await queries.blockCustomer(db, word)) await told(db, word, 'blocked')
}

/** Lifts the block that `blockCustomer` set; one that was set for another reason stays. */
export async function unblockCustomer(db: Db, word: Word): Promise<void> {
  if (await queries.unblockCustomer(db, word)) await told(db, word, 'unblocked')
}

const told = (db: Db, { customerId, at }: Word, change: 'blocked' | 'unblocked') =>
  emit({ db, now: at }, customerStateChanged, [{ customerId, change }])

/** The handlers of all flag acts on the customers that `find` finds. */
export const flagHandlers = <C extends Customer>(find: Find<C>) => ({
  block: act(find, 'block'),
  unblock: act(find, 'unblock'),
  monitor: act(find, 'monitor'),
  unmonitor: act(find, 'unmonitor'),
  activate: act(find, 'activate'),
  deactivate: act(find, 'deactivate'),
  suspicious: act(find, 'suspicious'),
  unsuspicious: act(find, 'unsuspicious'),
})
