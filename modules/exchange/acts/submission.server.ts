import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { openGatesOf } from '#modules/approvals/public.server.ts'
import { namesOf } from '#modules/organisation/public.server.ts'
import * as records from '../deals/deal-records.server.ts'
import { type DealRecord, presentDeal } from '../deals/deal-view.server.ts'
import * as queries from '../deals/deals.queries.ts'
import { announceDeal } from '../decisions/decisions.server.ts'
import { notifyCompliance, withdrawAsked } from '../notices/notices.server.ts'
import type { DealDraft } from '../pricing/pricing.contract.ts'
import type { Place } from '../pricing/pricing.domain.ts'
import { evaluate } from '../pricing/pricing.server.ts'
import { releaseReservation, reserveFor } from '../settlement/settlement.server.ts'
import { reportCrossed } from './crossed.server.ts'

const { dealSubject, rows } = queries
type Key = records.Key
type Acting = records.Acting

export async function update(ctx: Ctx<Key & DealDraft>) {
  const { id, version, ...draft } = ctx.input
  const { row, parts } = await records.lockDeal(ctx, { id, version })
  const state = records.stateAfter(ctx, { row, parts }, 'edit')
  const place = await records.placeOfDeal(ctx, row)
  const found = await evaluate(ctx, draft, place, { dealId: id, isChange: true })
  await releaseReservation(ctx, id)
  await queries.clearContent(ctx.db, id)
  if (parts.gates.some((gate) => gate.state === 'open')) await withdrawAsked(ctx.db, id)
  const next = await rows.update(
    ctx.db,
    { id, version },
    {
      ...records.contentOf(draft, found),
      state,
      businessDate: place.businessDate,
      expiresAt: null,
      reservedUntil: null,
    },
  )
  await queries.writeContent(ctx.db, id, found)
  await records.recordEvent(ctx, next, 'edit', row.state, '')
  return presentDeal(ctx, next)
}

/** A draft as it was stored, to be judged anew: at the rates that were seen then, unless it is quoted anew. */
function storedDraft(row: DealRecord, parts: queries.DealParts, isRepriced: boolean): DealDraft {
  return {
    customerId: row.customerId,
    walkIn: row.walkIn as DealDraft['walkIn'],
    thirdParty: row.thirdParty as DealDraft['thirdParty'],
    purpose: row.purpose,
    sourceOfFunds: row.sourceOfFunds,
    remarks: row.remarks,
    askAuthorization: row.askAuthorization,
    lines: parts.lines.map(
      ({ side, currencyId, subCurrencyId, quantity, rate, usualRate, reason, pieces, transfer }) => ({
        side,
        currencyId,
        subCurrencyId,
        quantity,
        // What was dealt at the usual rate follows it, unless the quote holds.
        rate: new Exact(rate).equals(usualRate) ? null : rate,
        usualRate: isRepriced ? null : usualRate,
        reason,
        pieces,
        transfer: transfer && { accountId: transfer.accountId, reference: transfer.reference },
      }),
    ),
    payments: parts.payments.map(({ direction, modeId, amount, tendered, reference, thirdParty }) => ({
      direction,
      modeId,
      amount: new Exact(amount).toFixed(),
      tendered,
      reference,
      thirdParty,
    })),
    payout: parts.payments.find(({ pieces }) => pieces.length > 0)?.pieces ?? [],
    waivedFees: parts.fees
      .filter(({ isWaived }) => isWaived)
      .map(({ ruleId, reason }) => ({ ruleId, reason })),
  }
}

/** Judges a stored deal again, at the rates of its quote while that holds, else at those of now; RATE_CHANGED where these differ. */
async function judgedAgain(
  ctx: Acting,
  row: DealRecord,
  parts: queries.DealParts,
  place: Place,
  goal: 'quote' | 'submit',
) {
  const isRepriced = goal === 'quote'
  const draft = storedDraft(row, parts, isRepriced)
  const held = records.readQuoteRates(ctx.now, row, parts)
  // At other rates the money is another: what was agreed in cash, and nothing else, is worked out anew.
  const isPlain =
    parts.payments.length <= 1 &&
    parts.payments.every((one) => one.modeKind === 'cash' && one.thirdParty === null && one.reference === '')
  const asked = isRepriced && isPlain ? { ...draft, payments: [], payout: [] } : draft
  const how = { dealId: row.id, held, isChange: true, isSubmitted: goal === 'submit' }
  return { draft: asked, found: await evaluate(ctx, asked, place, how) }
}

export async function promise(ctx: Ctx<Key>) {
  const { row, parts } = await records.lockDeal(ctx, ctx.input)
  const state = records.stateAfter(ctx, { row, parts }, 'quote')
  const place = await records.placeOfDeal(ctx, row)
  const { draft, found } = await judgedAgain(ctx, { ...row, state: 'draft' }, parts, place, 'quote')
  const { quoteMinutes } = found.settings
  await queries.clearContent(ctx.db, row.id)
  const expiresAt = records.minutes(ctx.now, quoteMinutes).toISOString()
  const next = await rows.update(ctx.db, ctx.input, { ...records.contentOf(draft, found), state, expiresAt })
  await queries.writeContent(ctx.db, row.id, found)
  await records.recordEvent(ctx, next, 'quote', row.state, '')
  return presentDeal(ctx, next)
}

export async function submit(ctx: Ctx<Key>) {
  const { row, parts } = await records.lockDeal(ctx, ctx.input)
  const isExpired = row.state === 'quote' && records.readQuoteRates(ctx.now, row, parts).length === 0
  records.stateAfter(ctx, { row, parts }, 'submit', { isExpired })
  const place = await records.placeOfDeal(ctx, row)
  const { draft, found } = await judgedAgain(ctx, row, parts, place, 'submit')
  const { reservationMinutes } = found.settings
  const until = records.minutes(ctx.now, reservationMinutes)
  await queries.clearContent(ctx.db, row.id)
  await queries.writeContent(ctx.db, row.id, found)
  await openGatesOf(ctx.db, dealSubject(row.id), found.gates)
  await reserveFor(ctx, { id: row.id, until }, records.handoverOf(place, found, row.id))
  const { branchCode } = await namesOf(ctx.db, row.counterId)
  const number = row.number ?? (await queries.takeNumber(ctx.db, records.seriesOf(place, branchCode), row.id))
  const next = await rows.update(ctx.db, ctx.input, {
    ...records.contentOf(draft, found),
    state: records.stateAfter(ctx, { row, parts }, 'submit', {
      openGates: found.gates.map(({ kind }) => kind),
    }),
    number,
    // Whoever submits it answers for it: their limits were asked, and it counts towards their day.
    makerId: ctx.actor.userId,
    maker: ctx.actor.name,
    businessDate: place.businessDate,
    submittedAt: ctx.now.toISOString(),
    expiresAt: null,
    reservedUntil: until.toISOString(),
  })
  await reportCrossed(ctx.db, next, found, ctx.now)
  await announceDeal(ctx.db, { row: next, gates: found.gates, events: parts.events }, ctx.now)
  await notifyCompliance(ctx.db, next, found.customer?.isMonitored === true)
  await records.recordEvent(ctx, next, 'submit', row.state, '')
  return presentDeal(ctx, next)
}
