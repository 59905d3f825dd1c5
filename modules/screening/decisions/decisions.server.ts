import type { InputOf } from '#kit/contract/endpoint.contract.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { emit } from '#modules/access/public.server.ts'
import { blockCustomer, unblockCustomer } from '#modules/customers/public.server.ts'
import { alertDecided } from '../alert-events/alert-events.contract.ts'
import { hasConfirmedHit } from '../standings/standings.queries.ts'
import type { MatchState } from '../screenings/screenings.domain.ts'
import { decisionsOf, rows, type ScreeningRecord } from '../screenings/screenings.queries.ts'
import { detailOf } from '../screenings/shown.server.ts'
import { decisions } from './decisions.contract.ts'
import { decideScreening } from '../screenings/screening-workflow.domain.ts'
import * as queries from './decisions.queries.ts'
import { tellCleared, tellUpheld } from './followed.server.ts'

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

/** A screening as its workflow judges it, locked. */
async function taken({ db, input }: Ctx<{ id: string; version: number }>) {
  const row = await rows.lock(db, input)
  return { ...row, decided: await decisionsOf(db, row.id), isCleared: false }
}

/**
 * Decides on candidates: all of them nobody, and the screening is cleared; one of them the one, and the others are skipped. What
 * somebody skips waits like what nobody has looked at.
 */
async function decide(ctx: Ctx<InputOf<typeof decisions.decide>>) {
  const { db, input, actor, now } = ctx
  const { outcome, note } = input
  const row = await taken(ctx)
  const waiting = await queries.waitingOf(db, row.id)
  const chosen = waiting.filter(({ id }) => input.candidates.includes(id))
  const rest = waiting.filter((one) => !chosen.includes(one))
  const left = outcome === 'skipped' ? waiting.length : rest.length
  const { next, event } = decideScreening(
    row,
    { act: 'decide', outcome, note, waiting: left },
    { actor, now },
  )
  if (chosen.length < new Set(input.candidates).size) throw notFound()
  if (outcome === 'confirmed_hit' && chosen.length > 1) throw new Refusal('ONE_IS_CONFIRMED')
  await say(ctx, event, row.id, chosen, outcome)
  await mark(db, chosen, outcome)
  if (outcome === 'confirmed_hit') {
    await say(ctx, event, row.id, rest, 'skipped')
    await mark(db, rest, 'skipped')
  }
  await rows.update(db, row, next)
  if (outcome === 'confirmed_hit') await confirm(ctx, row)
  if (!next.isOpen) await tellCleared(ctx, row, text(ctx.language, 'block.decided'))
  return detailOf(ctx, row.id)
}

type Event = ReturnType<typeof decideScreening>['event']
type Outcome = Parameters<typeof queries.add>[1][number]['outcome']

/** Writes somebody's word on candidates of a screening, or on all of it. */
async function say(
  { db }: Ctx,
  { byId, byName, at, note }: Event,
  screeningId: string,
  candidates: readonly { id: string | null }[],
  outcome: Outcome,
): Promise<void> {
  const word = { screeningId, outcome, reason: note, byId, byName, at }
  if (candidates.length > 0)
    await queries.add(
      db,
      candidates.map(({ id: candidateId }) => ({ ...word, candidateId })),
    )
}
const whole = [{ id: null }]

const mark = (db: Ctx['db'], candidates: readonly { id: string }[], state: MatchState) =>
  queries.setState(
    db,
    candidates.map(({ id }) => id),
    state,
  )

/** The customer deals no more, and case management hears of it; it stays open until a second person closes it. */
async function confirm(ctx: Ctx, row: ScreeningRecord): Promise<void> {
  const { db, actor, now } = ctx
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
  const row = await taken(ctx)
  const { next, event } = decideScreening(row, { act: 'accept', note: ctx.input.note }, ctx)
  await say(ctx, event, row.id, whole, 'accepted')
  await rows.update(ctx.db, row, next)
  if (!next.isOpen) await tellCleared(ctx, row, text(ctx.language, 'block.decided'))
  return detailOf(ctx, row.id)
}

/**
 * A second person's word on a confirmed hit. Where it is let go, so is the block that it set, and what was skipped because of it
 * waits again: nobody has looked at the others.
 */
async function close(ctx: Ctx<InputOf<typeof decisions.close>>) {
  const { db, input, actor, now } = ctx
  const { outcome, note } = input
  const row = await taken(ctx)
  const rest = outcome === 'released' ? await queries.waitingOf(db, row.id) : []
  const command = { act: 'close' as const, outcome, note, waiting: rest.length }
  const { next, event } = decideScreening(row, command, { actor, now })
  const freed = rest.length > 0 ? await queries.confirmedOf(db, row.id) : []
  await say(ctx, event, row.id, rest.length > 0 ? freed : whole, outcome)
  await mark(db, freed, 'no_hit')
  await mark(db, rest, 'pending')
  await rows.update(db, row, next)
  if (outcome === 'released') await release(ctx, row)
  else await tellUpheld(ctx, row, text(ctx.language, 'block.reason'))
  return detailOf(ctx, row.id)
}

/** An upheld hit waits for a second person again; the customer stays blocked until it is let go. */
async function reopen(ctx: Ctx<InputOf<typeof decisions.reopen>>) {
  const row = await taken(ctx)
  const { next, event } = decideScreening(row, { act: 'reopen', note: ctx.input.note }, ctx)
  await say(ctx, event, row.id, whole, 'reopened')
  await rows.update(ctx.db, row, next)
  return detailOf(ctx, row.id)
}
