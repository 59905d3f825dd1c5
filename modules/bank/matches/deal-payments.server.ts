import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { sumOf } from '../clearing/clearing.domain.ts'
import { addLinks, linksOf } from '../clearing/deal-payments.queries.ts'
import { awaitedPayments, handedOverBy, paymentsSaid } from '../clearing/deal-payments.server.ts'
import { weights } from '../matching/score.domain.ts'
import type { Suggested } from '../matching/suggest.domain.ts'
import { stampMatch } from './settle.server.ts'
import { lockWork, partOf, placeOf, type Work } from '../work/work.server.ts'

type Of = { reconciliationId: string }

/** Payments of deals that wait for a bank; of an account in foreign currency what was bought by it. */
export async function payments(ctx: Ctx<Of>) {
  const { account, currency } = await placeOf(ctx, ctx.input.reconciliationId)
  const accountId = account.isLocal ? null : account.id
  const found = (await awaitedPayments.ask(ctx.db, { scope: ctx.actor.scope, accountId })).flat()
  return found.map((one) => ({ ...one, amount: new Exact(one.amount).toFixed(currency.exponent) }))
}

/**
 * Money in clears payments of deals, money out says that they came back; they come to what is left of the line. The line stays
 * open until a deal is handed over: before that the books have nothing that settles it.
 */
export async function clearPayments(
  ctx: Ctx<Of & { lineId: string; state: 'bounced' | 'cleared'; paymentIds: string[] }>,
) {
  const { db, actor, now, language, input } = ctx
  const { lineId, state, paymentIds } = input
  const work = await lockWork(ctx, input.reconciliationId, { lineIds: [lineId] })
  const { line, amount } = partOf(work, { id: lineId, amount: null })
  if (amount.startsWith('-') !== (state === 'bounced')) throw refuseField('state', 'LINE_DIRECTION')
  if ((await linksOf(db, [lineId])).length > 0) throw new Refusal('ITEM_SETTLED')
  const awaited = (await payments(ctx)).filter(({ id }) => paymentIds.includes(id))
  if (awaited.length < new Set(paymentIds).size) throw new Refusal('ITEM_SETTLED')
  const sums = { lines: new Exact(amount).abs(), items: new Exact(sumOf(awaited.map((one) => one.amount))) }
  const { exponent } = work.currency
  if (!sums.lines.eq(sums.items))
    throw new Refusal('MATCH_SUM', {
      lines: sums.lines.toFixed(exponent),
      items: sums.items.toFixed(exponent),
    })
  const ids = awaited.map(({ id }) => id).toSorted()
  const note = [work.account.name, line.bookedOn, line.text].join(' · ').slice(0, 1000)
  const accountId = work.account.isLocal ? null : work.account.id
  await paymentsSaid.ask(db, { actor, now, language, paymentIds: ids, accountId, state, note })
  await addLinks(db, { lineId, state, ...stampMatch(ctx) }, ids)
  return { payments: ids }
}

const { days: _, ...points } = weights
const certain = { total: Object.values(points).reduce((sum, one) => sum + one, 0), ...points }

/** Lines that cleared payments of deals which were handed over since: what the books have of these settles them. */
export async function suggestedByPayments({ db }: Pick<Ctx, 'db'>, work: Work) {
  const [open, items] = [[...work.lines.values()], [...work.items.values()]]
  const links = await linksOf(
    db,
    open.map(({ id }) => id),
  )
  if (links.length === 0) return []
  const cleared = links.filter(({ state }) => state === 'cleared')
  const sources = new Map(
    (await handedOverBy.ask(db, { paymentIds: cleared.map(({ paymentId }) => paymentId) })).flatMap((one) => [
      ...one,
    ]),
  )
  return open.flatMap((line): Suggested[] => {
    const own = cleared.filter(({ lineId }) => lineId === line.id)
    const from = new Set(own.flatMap(({ paymentId }) => sources.get(paymentId) ?? []))
    const found = items.filter(({ sourceId }) => from.has(sourceId))
    if (own.length === 0 || !new Exact(sumOf(found.map(({ amount }) => amount))).eq(line.left)) return []
    const itemIds = found.map(({ id }) => id)
    return [{ lineId: line.id, isSure: true, suggestions: [{ lineIds: [line.id], itemIds, score: certain }] }]
  })
}
