import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { publish } from '#kit/server/outbox.server.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { post, release } from '#modules/ledger/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { businessDate, currentCompany, exponentOf } from '#modules/organisation/public.server.ts'
import type { OrderState } from '../order-rows/order-workflow.domain.ts'
import { subjectType } from '../order-rows/orders.domain.ts'
import { find, lockByReference, type OrderRow, setWaiting } from '../order-rows/orders.queries.ts'
import { acceptedLines, paidLine, prefundEvents, returnedLines } from '../prefunds/prefunds.domain.ts'
import { findPrefund } from '../prefunds/places.server.ts'
import { followItem } from '../batch-items/following.server.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { type Acting, takeImplied } from '../queue/implied.server.ts'
import { freeWaiting, sayIfLow } from '../queue/queue.server.ts'
import { askAgain, judgeReport, type Outcome, type Report, saysCameBack } from './reports.domain.ts'
import { closeReport, keepReport } from './reports.queries.ts'

type Prefund = NonNullable<Awaited<ReturnType<typeof findPrefund>>>

/**
 * Keeps what a partner says and has its order follow, each report once: one that was kept and not applied is applied when it comes
 * again. In the caller's transaction. Answers what became of it.
 */
export async function takeReport(ctx: Acting, providerId: string, report: Report): Promise<Outcome> {
  const { db, now } = ctx
  const orderId = await lockByReference(db, providerId, report.reference)
  const kept = await keepReport(db, providerId, report, now)
  if (kept.appliedAt !== null) return 'passed'
  const [row] = orderId === undefined ? [] : await find(db, [orderId])
  if (!row) {
    await closeReport(db, kept.id, { outcome: 'unknownReference', orderId: null, appliedAt: null })
    await alert(
      ctx,
      'partner.unknownReference',
      { reference: report.reference },
      '/remittance/provider-reports',
    )
    return 'unknownReference'
  }
  const provider = await providerRows.get(db, providerId)
  const by = { ...ctx, actor: { userId: ctx.actor.userId, name: ctx.actor.name || provider.name } }
  const { outcome, act } = judgeReport(report.kind, {
    state: row.state as OrderState,
    isTaken: row.cost !== null,
    cameBack: saysCameBack(report),
  })
  if (act) await follow(by, row, act, report)
  await noteSilence(by, row, report, provider)
  if (outcome === 'applied')
    await followItem(by, {
      orderId: row.id,
      reference: report.reference,
      result: report.kind,
      reason: report.reason ?? '',
    })
  await closeReport(db, kept.id, { outcome, orderId: row.id, appliedAt: now })
  // What is said of it is on its page, whether or not anything follows.
  if (!act) await publish(db, { topic: 'changed', data: { home: '/remittance' } })
  if (outcome === 'conflict')
    await alert(ctx, 'partner.conflict', { number: row.number }, `/remittance/${row.id}`)
  return outcome
}

type Following = NonNullable<ReturnType<typeof judgeReport>['act']>

/** What an act that a partner's report leads to does beside the state. */
async function follow(ctx: Acting, row: OrderRow, act: Following, report: Report): Promise<void> {
  const { db, now } = ctx
  const note = report.reason ?? ''
  const toldAt = (report.occurredAt ?? now).toISOString()
  const heard = { toldAt, askAt: null, waitsFor: '' as const }
  switch (act) {
    case 'accept':
    case 'makeReady':
    case 'refuseRecall':
    case 'payOut': {
      const taken = row.cost === null ? await takeFromBalance(ctx, row) : {}
      await takeImplied(ctx, row, act, { values: { ...heard, ...taken }, note })
      break
    }
    case 'giveBack': {
      const taken = row.cost === null ? await takeFromBalance(ctx, row) : {}
      const values = await bringBack(ctx, { ...row, ...taken }, report.amount ?? null)
      await takeImplied(ctx, row, act, { values: { ...heard, ...taken, ...values }, note })
      break
    }
    case 'recalled': {
      // Where its acceptance was not heard, what came back tells of it.
      const taken = row.cost === null && saysCameBack(report) ? await takeFromBalance(ctx, row) : {}
      const paid = { ...row, ...taken }
      const values = paid.cost === null ? {} : await bringBack(ctx, paid, report.amount ?? null)
      await takeImplied(ctx, row, act, { values: { ...heard, ...taken, ...values }, note })
      if (paid.cost === null) await release(db, row.id)
      break
    }
    case 'reject':
      await takeImplied(ctx, row, act, { values: heard, note })
      await release(db, row.id)
      break
    case 'lose':
      await takeImplied(ctx, row, act, { values: { askAt: askAgain(now, 0) }, note })
      break
    default:
      await takeImplied(ctx, row, act, { values: heard, note })
  }
  if (act === 'lose') return
  await freeWaiting(ctx, row.providerId)
  await sayIfLow(ctx, row.providerId)
}

/** An answer that nothing is known changes no state: it is asked again, until a person is asked to look. */
async function noteSilence(
  ctx: Acting,
  row: OrderRow,
  { kind, source }: Report,
  { mostQueries }: { mostQueries: number },
): Promise<void> {
  const { db, now } = ctx
  const isSilent = kind === 'notFound' || kind === 'unknown'
  const asks = { unknown: 'query', cancelRequested: 'cancel' }[row.state]
  if (source !== asks || !isSilent) return
  const queries = row.queries + 1
  const isUsedUp = queries >= mostQueries
  await db
    .updateTable('remittance.payoutOrder')
    .set({
      queries,
      askAt: askAgain(now, queries),
      ...(kind === 'notFound' && { notFoundAt: now.toISOString() }),
    })
    .where('id', '=', row.id)
    .execute()
  if (!isUsedUp || row.waitsFor === 'statement') return
  await setWaiting(db, row.id, 'statement')
  await alert(ctx, 'partner.statement', { number: row.number }, `/remittance/${row.id}`)
}

/** The balance pays for an order that the partner has accepted; answers what that cost and gained. */
export async function takeFromBalance(ctx: Acting, row: OrderRow) {
  const { db, now } = ctx
  const prefund = await balanceOf(ctx, row)
  await release(db, row.id)
  const { branchId, customerId, sends, margin, settles, partnerFee } = row
  const entry = await post(ctx as Parameters<typeof post>[0], {
    event: prefundEvents.accepted,
    source: { type: subjectType, id: row.id },
    businessDate: await businessDate(db, branchId, now),
    branchId,
    lines: acceptedLines(prefund, {
      branchId,
      customerId,
      sends: plain(sends),
      margin: plain(margin),
      settles: plain(settles ?? '0'),
      partnerFee: plain(partnerFee),
    }),
  })

  return {
    cost: new Exact(entry.moved[paidLine] ?? 0).negated().toFixed(),
    gain: new Exact(entry.gains[paidLine] ?? 0).toFixed(),
  }
}

const plain = (amount: string) => new Exact(amount).toFixed()

/** What came back of an order lies in the balance again, and the customer is owed all of it. */
async function bringBack(
  ctx: Acting,
  row: Pick<OrderRow, 'branchId' | 'customerId' | 'id' | 'providerId' | 'sends' | 'settles'> & {
    cost: string | null
    gain: string | null
  },
  amount: string | null,
) {
  const { db, now } = ctx
  const prefund = await balanceOf(ctx, row)
  const settles = plain(row.settles ?? '0')
  const cameBack = amount === null || new Exact(amount).greaterThan(settles) ? settles : plain(amount)
  const { localCurrency } = await currentCompany(db)
  await post(ctx as Parameters<typeof post>[0], {
    event: prefundEvents.returned,
    source: { type: subjectType, id: row.id },
    businessDate: await businessDate(db, row.branchId, now),
    branchId: row.branchId,
    lines: returnedLines(
      prefund,
      {
        branchId: row.branchId,
        customerId: row.customerId,
        sends: plain(row.sends),
        settles,
        cost: plain(row.cost ?? '0'),
        gain: plain(row.gain ?? '0'),
        cameBack,
      },
      exponentOf(localCurrency),
    ),
  })
  return { kept: new Exact(settles).minus(cameBack).toFixed() }
}

async function balanceOf({ db }: Acting, { providerId }: { providerId: string }): Promise<Prefund> {
  const prefund = await findPrefund(db, providerId)
  if (!prefund) throw new Refusal('PREFUND_MISSING')
  return prefund
}

/** Asks those who manage orders to look at something that the state table does not settle. */
async function alert(
  { db }: Acting,
  text: string,
  values: Record<string, string>,
  page: string,
): Promise<void> {
  const users = (await holdersOf(db, ['manage_remittance_orders', 'manage_provider_balances'])).map(
    ({ userId }) => userId,
  )
  if (users.length > 0) await notify(db, { to: { users }, type: 'WARNING', text, values, data: { page } })
}
