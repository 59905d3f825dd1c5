import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { aboveLimit } from '#modules/access/public.server.ts'
import { type Pending, pendingDocuments } from '#modules/approvals/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import { businessDate, exponentOf, mayActAt } from '#modules/organisation/public.server.ts'
import { findPrefund, worthOf } from '../prefunds/places.server.ts'
import { freeWaiting, sayIfLow } from '../queue/queue.server.ts'
import type { LineKind } from './matching.domain.ts'
import { statementDifferences } from './statement-differences.contract.ts'
import {
  type DifferenceKind,
  type DifferenceState,
  differenceEvent,
  differenceLines,
  differenceType,
  differenceWorkflow,
  rightToDecide,
} from './statement-differences.domain.ts'
import * as queries from './statement-differences.queries.ts'

type Row = queries.DifferenceRow
type Acting = Pick<Ctx, 'actor' | 'db' | 'now'> & { input: { note?: string | undefined } }

const home = '/remittance/statement-differences'
const nameOf = ({ provider, reference, day }: Row) => `${provider} · ${reference || day}`

const differenceDocuments = documents({
  type: differenceType,
  home,
  workflow: differenceWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ place: { branchId, counterId: null } }),
  name: nameOf,
  makerIds: () => [],
  present: (_, rows) =>
    Promise.resolve(
      rows.map((row) => {
        const size = (amount: string | null) =>
          amount === null ? '' : new Exact(amount).toFixed(exponentOf(row.currency))
        return {
          ...row,
          state: row.state as DifferenceState,
          kind: row.kind as DifferenceKind,
          movement: row.movement as LineKind | '',
          ours: size(row.ours),
          theirs: size(row.theirs),
          amount: size(row.amount),
          foundAt: new Date(row.foundAt).toISOString(),
        }
      }),
    ),
})

export const statementDifferencesRouter = serve(statementDifferences, {
  ...differenceDocuments.lists(queries.list, 'remittance:differences', {
    reference: 'text',
    provider: 'text',
    kind: 'value',
    movement: 'value',
    currency: 'text',
    ours: 'number',
    theirs: 'number',
    amount: 'number',
    state: 'value',
    day: 'text',
    reason: 'text',
    branch: 'text',
    foundAt: 'moment',
  }),
  getById: differenceDocuments.getById,
  accept: differenceDocuments.act('accept', accept),
  dispute: differenceDocuments.act('dispute', ({ input }) => Promise.resolve({ reason: input.note ?? '' })),
})

/** The books follow the partner: what differs is posted, and both sides are explained by that. */
async function accept(ctx: Acting, row: Row) {
  const { db, now, input } = ctx
  const { providerId, branchId, lineId, entryId, position } = row
  const prefund = await findPrefund(db, providerId)
  if (!prefund) throw new Refusal('PREFUND_MISSING')
  const amount = new Exact(row.amount).toFixed()
  const worth = await worthOf(db, prefund, amount)
  if (worth === null) throw new Refusal('DIFFERENCE_WITHOUT_COST')
  const above = await aboveOwn(ctx, row, worth)
  if (above) throw above
  await post(ctx, {
    event: differenceEvent,
    source: { type: differenceType, id: row.id },
    businessDate: await businessDate(db, branchId, now),
    branchId,
    lines: differenceLines(prefund, amount, worth),
    note: input.note ?? '',
  })
  await queries.keepMatch(db, providerId, {
    lineIds: lineId === null ? [] : [lineId],
    moves: entryId === null || position === null ? [] : [{ entryId, position }],
  })
  await freeWaiting(ctx, providerId)
  await sayIfLow(ctx, providerId)
  return { reason: input.note ?? '', endedAt: now.toISOString() }
}

/** The books are moved as a charge or a top-up would: within the limit of who does it, or by whoever may do more. */
const aboveOwn = ({ db, actor }: Acting, { branchId }: Row, worth: string) =>
  aboveLimit(db, actor, {
    type: 'payment_amount',
    amountFor: () => new Exact(worth).abs().toFixed(),
    permission: rightToDecide,
    isFor: (person) => mayActAt(person, { branchId, counterId: null }),
  })

/** For the module's manifest: differences are pending with those who manage balances. */
export const differenceAnswers = [
  ...differenceDocuments.answers,
  answer(pendingDocuments, async (db, { actor }) =>
    actor.permissions.has(rightToDecide)
      ? (await queries.listOpen(db, actor.scope))
          .filter(({ branchId }) => mayActAt(actor, { branchId, counterId: null }))
          .map((row): Pending => ({
            subject: { type: differenceType, id: row.id },
            name: nameOf(row),
            kind: 'difference',
            since: new Date(row.foundAt).toISOString(),
            permission: rightToDecide,
            roles: [],
            inStead: null,
            page: `${home}/${row.id}`,
            by: null,
            about: null,
            value: null,
          }))
      : [],
  ),
]
