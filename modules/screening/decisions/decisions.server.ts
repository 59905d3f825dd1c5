import type { InputOf } from '#kit/contract/endpoint.contract.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { emit } from '#modules/access/public.server.ts'
import { blockCustomer, unblockCustomer } from '#modules/customers/public.server.ts'
import { alertDecided } from '../alert-events/alert-events.contract.ts'
import { hasConfirmedHit } from '../gate/gate.queries.ts'
import { stateOf } from '../screenings/screenings.domain.ts'
import { decisionsOf, rows, type ScreeningRecord } from '../screenings/screenings.queries.ts'
import { detailOf } from '../screenings/shown.server.ts'
import { decisions } from './decisions.contract.ts'
import { actsOn, confirmers } from './decisions.domain.ts'
import * as queries from './decisions.queries.ts'

export const decisionsRouter = serve(decisions, {
  decide: (ctx) => told(ctx, 'decide', decide(ctx)),
  accept: (ctx) => told(ctx, 'accept', accept(ctx)),
  close: (ctx) => told(ctx, 'close', close(ctx)),
  reopen: (ctx) => told(ctx, 'reopen', reopen(ctx)),
})

/** Tells programs outside what was decided, once it was. */
async function told(
  ctx: Ctx,
  decision: 'decide' | 'accept' | 'close' | 'reopen',
  deciding: ReturnType<typeof detailOf>,
): ReturnType<typeof detailOf> {
  const detail = await deciding
  const { id: screeningId, customerId, state } = detail
  await emit(ctx, alertDecided, [{ screeningId, customerId, decision, state }])
  return detail
}

const illegal = (state: string, action: string) =>
  new Refusal('ILLEGAL_TRANSITION', { state, action }, { kind: 'conflict' })

/**
 * Decides on candidates: all of them nobody, and the screening is cleared; one of them the one, and the others are skipped. What
 * somebody skips waits like what nobody has looked at.
 */
async function decide(ctx: Ctx<InputOf<typeof decisions.decide>>) {
  const { db, input } = ctx
  const row = await rows.lock(db, input)
  if (!row.isOpen || row.state === 'confirmed_hit') throw illegal(row.state, 'decide')
  const waiting = await queries.waitingOf(db, row.id)
  const chosen = waiting.filter(({ id }) => input.candidates.includes(id))
  if (chosen.length < new Set(input.candidates).size) throw notFound()
  if (input.outcome === 'confirmed_hit' && chosen.length > 1) throw new Refusal('ONE_IS_CONFIRMED')
  const of = (some: typeof waiting, outcome: 'no_hit' | 'confirmed_hit' | 'skipped') =>
    some.map(({ id }) => wordOn(ctx, row.id, id, outcome))
  const rest = waiting.filter((one) => !chosen.includes(one))
  await queries.add(db, of(chosen, input.outcome))
  await queries.setState(
    db,
    chosen.map(({ id }) => id),
    input.outcome,
  )
  if (input.outcome === 'no_hit') await clear(ctx, row, rest.length)
  else if (input.outcome === 'skipped') await clear(ctx, row, waiting.length)
  else {
    if (rest.length > 0) await queries.add(db, of(rest, 'skipped'))
    await queries.setState(
      db,
      rest.map(({ id }) => id),
      'skipped',
    )
    await confirm(ctx, row)
  }
  return detailOf(ctx, row.id)
}

async function clear({ db }: Ctx, row: ScreeningRecord, pending: number): Promise<void> {
  const left = Array.from({ length: pending }, () => ({ state: 'pending' as const }))
  const state = stateOf(left, row)
  await rows.update(db, row, { state, pending, isOpen: state !== 'no_hit' })
}

/** The customer deals no more, and case management hears of it; it stays open until a second person closes it. */
async function confirm(ctx: Ctx, row: ScreeningRecord): Promise<void> {
  const { db, actor, now } = ctx
  await rows.update(db, row, { state: 'confirmed_hit', pending: 0 })
  const { id: screeningId, customerId } = row
  await queries.askForCase(db, {
    screeningId,
    customerId,
    askedAt: now.toISOString(),
    askedByName: actor.name,
  })
  if (customerId !== null) await blockCustomer(db, neutralWord(ctx, customerId, 'reason'))
}

/** The block that a confirmed hit set goes with the last one that stands; what somebody set for another reason stays. */
async function release(ctx: Ctx, { customerId }: ScreeningRecord): Promise<void> {
  if (customerId !== null && !(await hasConfirmedHit(ctx.db, customerId)))
    await unblockCustomer(ctx.db, neutralWord(ctx, customerId, 'lifted'))
}

/** The customer's page is everybody's: who decided and why stays in the screening. */
const neutralWord = ({ now, language }: Ctx, customerId: string, said: 'reason' | 'lifted') => ({
  customerId,
  byName: text(language, 'block.by'),
  at: now,
  reason: text(language, `block.${said}`),
})

/** Somebody's word that what could be found is enough. Lists that were too old clear nobody all the same. */
async function accept(ctx: Ctx<InputOf<typeof decisions.accept>>) {
  const { db, input, actor } = ctx
  const row = await rows.lock(db, input)
  if (!actsOn(row, await decisionsOf(db, row.id), actor).includes('accept'))
    throw illegal(row.state, 'accept')
  await queries.add(db, [wordOn(ctx, row.id, null, 'accepted')])
  const state = stateOf([], { stale: row.stale, failure: '' })
  await rows.update(db, row, { state, isOpen: state !== 'no_hit' })
  return detailOf(ctx, row.id)
}

const wordOn = (
  { input, actor, now }: Ctx<{ note: string }>,
  screeningId: string,
  candidateId: string | null,
  outcome: Parameters<typeof queries.add>[1][number]['outcome'],
) => ({
  screeningId,
  candidateId,
  outcome,
  reason: input.note,
  byId: actor.userId,
  byName: actor.name,
  at: now.toISOString(),
})

/**
 * A second person's word on a confirmed hit. Where it is let go, so is the block that it set, and what was skipped because of it
 * waits again: nobody has looked at the others.
 */
async function close(ctx: Ctx<InputOf<typeof decisions.close>>) {
  const { db, input, actor } = ctx
  const row = await rows.lock(db, input)
  if (row.state !== 'confirmed_hit' || row.closedAs !== null) throw illegal(row.state, 'close')
  if (confirmers(await decisionsOf(db, row.id)).has(actor.userId))
    throw new Refusal('CONFIRMER_CLOSES', {}, { kind: 'forbidden' })
  const rest = input.outcome === 'released' ? await queries.waitingOf(db, row.id) : []
  if (rest.length === 0) {
    await queries.add(db, [wordOn(ctx, row.id, null, input.outcome)])
    await rows.update(db, row, { isOpen: false, closedAs: input.outcome })
    if (input.outcome === 'released') await release(ctx, row)
    return detailOf(ctx, row.id)
  }
  const freed = (await queries.confirmedOf(db, row.id)).map(({ id }) => id)
  await queries.add(
    db,
    freed.map((id) => wordOn(ctx, row.id, id, 'released')),
  )
  await queries.setState(db, freed, 'no_hit')
  const waiting = rest.map(({ id }) => id)
  await queries.setState(db, waiting, 'pending')
  const state = stateOf([{ state: 'pending' }], row)
  await rows.update(db, row, { state, pending: waiting.length })
  await release(ctx, row)
  return detailOf(ctx, row.id)
}

/** An upheld hit waits for a second person again; the customer stays blocked until it is let go. */
async function reopen(ctx: Ctx<InputOf<typeof decisions.reopen>>) {
  const { db, input } = ctx
  const row = await rows.lock(db, input)
  if (row.closedAs !== 'upheld') throw illegal(row.state, 'reopen')
  await queries.add(db, [wordOn(ctx, row.id, null, 'reopened')])
  await rows.update(db, row, { isOpen: true, closedAs: null })
  return detailOf(ctx, row.id)
}
