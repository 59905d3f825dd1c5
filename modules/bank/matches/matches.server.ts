import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reverse } from '#modules/ledger/public.server.ts'
import type { NamedItem } from '../clearing/items.server.ts'
import { addMatch, dropMatches, findArrivedCheques } from '../clearing/matches.queries.ts'
import type { OpenItem, OpenLine } from '../matching/score.domain.ts'
import { suggestMatches } from '../matching/suggest.domain.ts'
import { createFromLine } from './create.server.ts'
import { clearPayments, payments, suggestedByPayments } from './deal-payments.server.ts'
import { lineEvent } from './created.domain.ts'
import { type Item, bankMatches } from './matches.contract.ts'
import { stampMatch, settle } from './settle.server.ts'
import { itemOf, lockWork, partOf, type Work, workOf } from './work.server.ts'

const mostLines = 500

export const matchesRouter = serve(bankMatches, {
  lines,
  items,
  suggestions,
  match: async (ctx) => {
    const { reconciliationId, ...asked } = ctx.input
    const work = await lockWork(ctx, reconciliationId)
    return { matches: [await settle(ctx, work, { ...asked, source: 'hand' })] }
  },
  payments,
  clearPayments,
  matchSure,
  createFromLine: async (ctx) => {
    const work = await lockWork(ctx, ctx.input.reconciliationId)
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

function pageOf<T>(all: readonly T[], { pageNum, pageSize }: Paged) {
  const totalItems = all.length
  const totalPages = Math.max(1, Math.ceil(totalItems / pageSize))
  const from = (pageNum - 1) * pageSize
  return {
    items: all.slice(from, from + pageSize),
    pagination: { totalItems, totalPages, pageNum, pageSize },
  }
}

const presentItem =
  ({ currency }: Work) =>
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
  const work = await workOf(ctx, ctx.input.reconciliationId)
  const { clearing, currency, open } = work
  const size = (amount: string) => new Exact(amount).toFixed(currency.exponent)
  const leftOf = new Map(open.map(({ id, left }) => [id, left]))
  const itemsById = new Map(clearing.items.map((item) => [item.id, item]))
  const matchesOf = Map.groupBy(
    clearing.matches.flatMap((match) => match.lines.map((part) => ({ part, match }))),
    ({ part }) => part.lineId,
  )
  const { isOpen } = ctx.input
  const chosen = work.lines.filter(({ id }) => isOpen === null || leftOf.has(id) === isOpen)
  const { items: page, pagination } = pageOf(chosen, ctx.input)
  const shown = page.map(({ id, bookedOn, amount, text, counterparty, reference, charges }) => ({
    id,
    bookedOn,
    amount: size(amount),
    left: size(leftOf.get(id) ?? '0'),
    text,
    counterparty,
    reference,
    charges: charges && size(charges),
    matches: (matchesOf.get(id) ?? []).map(({ part, match }) => ({
      id: match.id,
      kind: match.kind,
      source: match.source,
      reason: match.reason,
      author: match.author,
      amount: size(part.amount),
      items: match.items
        .flatMap(({ entryId, position }) => itemsById.get(`${entryId} ${position}`) ?? [])
        .map(presentItem(work)),
    })),
  }))
  return { items: shown, pagination }
}

async function items(ctx: Ctx<Of & Paged & { search: string }>) {
  const work = await workOf(ctx, ctx.input.reconciliationId)
  const words = ctx.input.search.toUpperCase().split(/\s+/).filter(Boolean)
  const found = work.items.map(presentItem(work)).filter((item) => {
    const text = [item.on, item.number, item.party, item.note, item.amount].join(' ').toUpperCase()
    return words.every((word) => text.includes(word) || text.replaceAll(',', '').includes(word))
  })
  return pageOf(found, ctx.input)
}

/** What may settle the open lines of a reconciliation, the amounts in the smallest unit of its currency. */
async function suggestionsOf(ctx: Pick<Ctx, 'db'>, work: Work) {
  const { open, items: all, currency } = work
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
  const work = await workOf(ctx, ctx.input.reconciliationId)
  const present = presentItem(work)
  const byId = new Map(work.items.map((item) => [item.id, item]))
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
          items: itemIds.flatMap((id) => byId.get(id) ?? []).map(present),
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
  const work = await lockWork(ctx, ctx.input.reconciliationId)
  const { lineIds, itemIds, reason } = ctx.input
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
  const { clearing } = await lockWork(ctx, input.reconciliationId)
  const match = clearing.matches.find(({ id }) => id === input.matchId)
  if (!match) throw notFound()
  if (match.reconciliationId !== null) throw new Refusal('RECONCILIATION_CLOSED')
  const settled = new Set(match.items.map(({ entryId, position }) => `${entryId} ${position}`))
  const sources = clearing.items.filter(({ id }) => settled.has(id)).map(({ sourceId }) => sourceId)
  // By it the cheques are good, and so are the deals that they pay.
  const deposit = await findArrivedCheques(db, sources)
  if (deposit) throw new Refusal('DEPOSIT_ARRIVED', { number: deposit.number })
  await dropMatches(db, [match.id])
  const own = clearing.items.find(({ sourceId, event }) => sourceId === match.id && event === lineEvent.code)
  if (own)
    await reverse(ctx, {
      source: { type: 'bankMatch', id: match.id },
      event: lineEvent,
      businessDate: own.on,
      note: input.note,
    })
  return { matches: [match.id] }
}
