import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reverse } from '#modules/ledger/public.server.ts'
import { type NamedItem, nameItems, pendingItems } from '../clearing/items.server.ts'
import {
  addMatch,
  dropMatches,
  findArrivedCheques,
  findMatch,
  matchesOfLines,
} from '../clearing/matches.queries.ts'
import { listHeld, listLines, listOpen } from '../clearing/open.queries.ts'
import type { OpenItem, OpenLine } from '../matching/score.domain.ts'
import { suggestMatches } from '../matching/suggest.domain.ts'
import { createFromLine } from './create.server.ts'
import { clearPayments, payments, suggestedByPayments } from './deal-payments.server.ts'
import { lineEvent } from './created.domain.ts'
import { type Item, bankMatches } from './matches.contract.ts'
import { stampMatch, settle } from './settle.server.ts'
import { itemOf, lockWork, partOf, type Place, placeOf, type Work, wholeOf } from '../work/work.server.ts'

const mostLines = 500

export const matchesRouter = serve(bankMatches, {
  lines,
  items,
  suggestions,
  match: async (ctx) => {
    const { reconciliationId, ...asked } = ctx.input
    const lineIds = asked.lines.map(({ id }) => id)
    const work = await lockWork(ctx, reconciliationId, { lineIds, itemIds: asked.itemIds })
    return { matches: [await settle(ctx, work, { ...asked, source: 'hand' })] }
  },
  payments,
  clearPayments,
  matchSure,
  createFromLine: async (ctx) => {
    const work = await lockWork(ctx, ctx.input.reconciliationId, { lineIds: [ctx.input.lineId] })
    return { matches: [await createFromLine(ctx, work, ctx.input)] }
  },
  exclude,
  unmatch,
})

type Of = { reconciliationId: string }
interface Paged {
  pageNum: number
  pageSize: number
}

const paged = <T>(shown: T[], totalItems: number, { pageNum, pageSize }: Paged) => ({
  items: shown,
  pagination: { totalItems, totalPages: Math.max(1, Math.ceil(totalItems / pageSize)), pageNum, pageSize },
})
const rangeOf = ({ pageNum, pageSize }: Paged) => ({ offset: (pageNum - 1) * pageSize, limit: pageSize })

const presentItem =
  ({ currency }: Pick<Place, 'currency'>) =>
  ({ id, on, event, number, party, note, amount, isPending }: NamedItem): Item => ({
    id,
    on,
    event,
    number,
    party,
    note,
    amount: amount && new Exact(amount).toFixed(currency.exponent),
    isPending,
  })

async function lines(ctx: Ctx<Of & Paged & { isOpen: boolean | null }>) {
  const { db, input } = ctx
  const place = await placeOf(ctx, input.reconciliationId)
  const size = (amount: string) => new Exact(amount).toFixed(place.currency.exponent)
  const { isOpen } = input
  const { total, lines: page } = await listLines(db, place.lineExtent, { isOpen, ...rangeOf(input) })
  const matches = await matchesOfLines(
    db,
    place.account.id,
    page.map(({ id }) => id),
  )
  const byLine = Map.groupBy(
    matches.flatMap((match) => match.lines.map((part) => ({ part, match }))),
    ({ part }) => part.lineId,
  )
  const entryIds = matches.flatMap((match) => match.items.map(({ entryId }) => entryId))
  const held = entryIds.length > 0 ? await nameItems(db, await listHeld(db, place.extent, entryIds)) : []
  const itemsById = new Map(held.map((item) => [item.id, item]))
  const shown = page.map(({ id, bookedOn, amount, left, text, counterparty, reference, charges }) => ({
    id,
    bookedOn,
    amount: size(amount),
    left: size(left),
    text,
    counterparty,
    reference,
    charges: charges && size(charges),
    matches: (byLine.get(id) ?? []).map(({ part, match }) => ({
      id: match.id,
      kind: match.kind,
      source: match.source,
      reason: match.reason,
      author: match.author,
      amount: size(part.amount),
      items: match.items
        .flatMap(({ entryId, position }) => itemsById.get(`${entryId} ${position}`) ?? [])
        .map(presentItem(place)),
    })),
  }))
  return paged(shown, total, input)
}

async function items(ctx: Ctx<Of & Paged & { search: string }>) {
  const { db, input } = ctx
  const place = await placeOf(ctx, input.reconciliationId)
  const words = input.search.toUpperCase().split(/\s+/).filter(Boolean)
  const { offset, limit } = rangeOf(input)
  if (words.length === 0) {
    const pending = await pendingItems(db, place.account, place.row.toOn)
    const { total, items: posted } = await listOpen(db, place.extent, { offset, limit })
    // What is on its way comes after all that is posted.
    const after = pending.slice(Math.max(0, offset - total), Math.max(0, offset + limit - total))
    const found = [...(await nameItems(db, posted)), ...after].map(presentItem(place))
    return paged(found, total + pending.length, input)
  }
  const work = await wholeOf(ctx, place)
  const found = [...work.items.values()].map(presentItem(work)).filter((item) => {
    const text = [item.on, item.number, item.party, item.note, item.amount].join(' ').toUpperCase()
    return words.every((word) => text.includes(word) || text.replaceAll(',', '').includes(word))
  })
  return paged(found.slice(offset, offset + limit), found.length, input)
}

/** What may settle the open lines of a reconciliation, the amounts in the smallest unit of its currency. */
async function suggestionsOf(ctx: Pick<Ctx, 'db'>, work: Work) {
  const { currency } = work
  const [open, all] = [[...work.lines.values()], [...work.items.values()]]
  const certain = await suggestedByPayments(ctx, work)
  const taken = new Set(
    certain.flatMap(({ lineId, suggestions: own }) => [lineId, ...own.flatMap(({ itemIds }) => itemIds)]),
  )
  const units = (amount: string) => new Exact(amount).times(10 ** currency.exponent).toNumber()
  const others = open.filter(({ id }) => !taken.has(id))
  const openLines: OpenLine[] = others.map(({ id, bookedOn, left, text, reference, counterparty }) => ({
    id,
    bookedOn,
    amount: units(left),
    text: `${reference} ${text}`,
    counterparty,
  }))
  const openItems: OpenItem[] = all.flatMap(({ id, on, amount, reference, party }) =>
    amount === null || taken.has(id) ? [] : [{ id, on, amount: units(amount), reference, party }],
  )
  return [...certain, ...suggestMatches(openLines, openItems)]
}

async function suggestions(ctx: Ctx<Of>) {
  const work = await wholeOf(ctx, await placeOf(ctx, ctx.input.reconciliationId))
  const present = presentItem(work)
  const found = await suggestionsOf(ctx, work)
  return {
    sureCount: found.filter(({ isSure }) => isSure).length,
    lines: found
      .filter(({ suggestions: own }) => own.length > 0)
      .slice(0, mostLines)
      .map(({ lineId, isSure, suggestions: own }) => ({
        lineId,
        isSure,
        suggestions: own.map(({ lineIds, itemIds, score }) => ({
          lineIds: [...lineIds],
          items: itemIds.flatMap((id) => work.items.get(id) ?? []).map(present),
          score,
        })),
      })),
  }
}

async function matchSure(ctx: Ctx<Of>) {
  const work = await lockWork(ctx, ctx.input.reconciliationId)
  const made: string[] = []
  for (const { isSure, suggestions: own } of await suggestionsOf(ctx, work)) {
    const [first] = own
    if (!isSure || !first) continue
    const parts = first.lineIds.map((id) => ({ id, amount: null }))
    made.push(await settle(ctx, work, { lines: parts, itemIds: first.itemIds, source: 'sure' }))
  }
  return { matches: made }
}

async function exclude(ctx: Ctx<Of & { lineIds: string[]; itemIds: string[]; reason: string }>) {
  const { lineIds, itemIds, reason } = ctx.input
  const work = await lockWork(ctx, ctx.input.reconciliationId, { lineIds, itemIds })
  if (lineIds.length + itemIds.length === 0) throw new Refusal('MATCH_EMPTY')
  const parts = lineIds.map((id) => partOf(work, { id, amount: null }))
  const own = itemIds.map((id) => itemOf(work, id))
  if (own.some(({ isPending }) => isPending)) throw new Refusal('ITEM_ON_ITS_WAY')
  const id = await addMatch(
    ctx.db,
    { accountId: work.account.id, kind: 'excluded', source: 'hand', reason, ...stampMatch(ctx) },
    parts.map(({ line, amount }) => ({ lineId: line.id, amount })),
    own.map(({ entryId, position, amount, on }) => ({
      entryId,
      position,
      amount: amount ?? '0',
      businessDate: on,
    })),
  )
  return { matches: [id] }
}

async function unmatch(ctx: Ctx<Of & { matchId: string; note: string }>) {
  const { db, input } = ctx
  const { account, extent } = await lockWork(ctx, input.reconciliationId, {})
  const match = await findMatch(db, account.id, input.matchId)
  if (!match) throw notFound()
  if (match.reconciliationId !== null) throw new Refusal('RECONCILIATION_CLOSED')
  const settled = new Set(match.items.map(({ entryId, position }) => `${entryId} ${position}`))
  const held = await listHeld(
    db,
    extent,
    match.items.map(({ entryId }) => entryId),
  )
  const sources = held
    .filter(({ entryId, position }) => settled.has(`${entryId} ${position}`))
    .map(({ sourceId }) => sourceId)
  // By it the cheques are good, and so are the deals that they pay.
  const deposit = await findArrivedCheques(db, sources)
  if (deposit) throw new Refusal('DEPOSIT_ARRIVED', { number: deposit.number })
  await dropMatches(db, [match.id])
  const own = held.find(({ sourceId, event }) => sourceId === match.id && event === lineEvent.code)
  if (own)
    await reverse(ctx, {
      source: { type: 'bankMatch', id: match.id },
      event: lineEvent,
      businessDate: own.businessDate,
      note: input.note,
    })
  return { matches: [match.id] }
}
