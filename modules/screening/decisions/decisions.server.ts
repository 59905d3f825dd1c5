import type { InputOf } from '#kit/contract/endpoint.contract.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { blockCustomer } from '#modules/customers/public.server.ts'
import { stateOf } from '../screenings/screenings.domain.ts'
import { decisionsOf, rows, type ScreeningRecord } from '../screenings/screenings.queries.ts'
import { detailOf } from '../screenings/shown.server.ts'
import { decisions } from './decisions.contract.ts'
import { confirmers } from './decisions.domain.ts'
import * as queries from './decisions.queries.ts'

export const decisionsRouter = serve(decisions, { decide, close })

const illegal = (state: string, action: string) =>
  new Refusal('ILLEGAL_TRANSITION', { state, action }, { kind: 'conflict' })

/** Decides on candidates: all of them nobody, and the screening is cleared; one of them the one, and the others are skipped. */
async function decide(ctx: Ctx<InputOf<typeof decisions.decide>>) {
  const { db, input, actor, now } = ctx
  const row = await rows.lock(db, input)
  if (!row.isOpen || row.state === 'confirmed_hit') throw illegal(row.state, 'decide')
  const pending = await queries.pendingOf(db, row.id)
  const chosen = pending.filter(({ id }) => input.candidates.includes(id))
  if (chosen.length < new Set(input.candidates).size) throw notFound()
  if (input.outcome === 'confirmed_hit' && chosen.length > 1) throw new Refusal('ONE_IS_CONFIRMED')
  const word = {
    screeningId: row.id,
    reason: input.note,
    byId: actor.userId,
    byName: actor.name,
    at: now.toISOString(),
  }
  const of = (some: typeof pending, outcome: 'no_hit' | 'confirmed_hit' | 'skipped') =>
    some.map(({ id }) => ({ ...word, candidateId: id, outcome }))
  const rest = pending.filter((one) => !chosen.includes(one))
  await queries.add(db, of(chosen, input.outcome))
  await queries.setState(
    db,
    chosen.map(({ id }) => id),
    input.outcome,
  )
  if (input.outcome === 'no_hit') await clear(ctx, row, rest.length)
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
async function confirm({ db, actor, now, language }: Ctx, row: ScreeningRecord): Promise<void> {
  await rows.update(db, row, { state: 'confirmed_hit', pending: 0 })
  const { id: screeningId, customerId } = row
  await queries.askForCase(db, {
    screeningId,
    customerId,
    askedAt: now.toISOString(),
    askedByName: actor.name,
  })
  if (customerId !== null)
    // The customer's page is everybody's: who decided and why stays in the screening.
    await blockCustomer(db, {
      customerId,
      byName: text(language, 'block.by'),
      at: now,
      reason: text(language, 'block.reason'),
    })
}

async function close(ctx: Ctx<InputOf<typeof decisions.close>>) {
  const { db, input, actor, now } = ctx
  const row = await rows.lock(db, input)
  if (row.state !== 'confirmed_hit' || row.closedAs !== null) throw illegal(row.state, 'close')
  if (confirmers(await decisionsOf(db, row.id)).has(actor.userId))
    throw new Refusal('CONFIRMER_CLOSES', {}, { kind: 'forbidden' })
  await queries.add(db, [
    {
      screeningId: row.id,
      candidateId: null,
      outcome: input.outcome,
      reason: input.note,
      byId: actor.userId,
      byName: actor.name,
      at: now.toISOString(),
    },
  ])
  await rows.update(db, row, { isOpen: false, closedAs: input.outcome })
  return detailOf(ctx, row.id)
}
