import { randomUUIDv7 } from 'node:crypto'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { branchRegions, reaches } from '#modules/organisation/public.server.ts'
import { detailFaults, plainDetails } from '../accounts/numbers.server.ts'
import { ofNumber, rows as payeeRows } from '../payees/payees.queries.ts'
import { type ChangeDraft, payeeChanges } from './changes.contract.ts'
import { type ChangeState, changeWorkflow } from './changes.domain.ts'
import * as queries from './changes.queries.ts'

type Row = queries.ChangeRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const changeDocuments = documents({
  type: 'payeeChange',
  home: '/accounting/payee-list/bank-details',
  workflow: changeWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ branch: { branchId, counterId: null } }),
  name: ({ payee }: Row) => payee,
  makerIds: ({ authorId }: Row) => [authorId],
  present: async (_: Reading, rows: readonly Row[]) =>
    rows.map((row) => ({
      ...row,
      state: row.state as ChangeState,
      createdAt: new Date(row.createdAt).toISOString(),
    })),
})
export const changeAnswers = changeDocuments.answers

export const payeeChangesRouter = serve(payeeChanges, {
  ...changeDocuments.lists((db, _, input) => queries.list(db, input), 'bank:changes', {
    payee: 'text',
    bankName: 'text',
    holder: 'text',
    number: 'text',
    bic: 'text',
    reason: 'text',
    state: 'value',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: async (ctx) => whole(ctx, await changeDocuments.getById(ctx)),
  create: async (ctx) => whole(ctx, await changeDocuments.make('create', prepare)(ctx)),
  approve: async (ctx) => whole(ctx, await changeDocuments.act('approve', takeOver)(ctx)),
  reject: async (ctx) => whole(ctx, await changeDocuments.act('reject')(ctx)),
  withdraw: async (ctx) => whole(ctx, await changeDocuments.act('withdraw')(ctx)),
})

async function whole({ db }: Pick<Ctx, 'db'>, one: Awaited<ReturnType<typeof changeDocuments.getById>>) {
  const sharedWith = await ofNumber(db, { id: one.payeeId, number: one.number })
  return { ...one, sharedWith: sharedWith.join(', ') }
}

async function prepare({ db, input, actor, now }: Ctx<ChangeDraft>) {
  const draft = plainDetails(input)
  const fields = detailFaults(draft)
  if (fields[0]) throw new Refusal(fields[0].code, fields[0].data, { fields })
  const payee = await payeeRows.find(db, draft.payeeId)
  if (!payee) throw refuseField('payeeId', 'PAYEE_UNKNOWN')
  if (await queries.isWaiting(db, payee.id)) throw refuseField('payeeId', 'CHANGE_WAITING')
  const seat = actor.workspace.branchId
  const branchId =
    seat ?? (await branchRegions(db)).find(({ id }) => reaches(actor.scope, { branchId: id }))?.id
  if (branchId === undefined) throw notFound()
  const row = {
    ...draft,
    id: randomUUIDv7(),
    branchId,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return { row }
}

/** The payee is paid there from now on; how that was verified stays with the change. */
async function takeOver({ db, input }: Ctx<{ note?: string | undefined }>, row: Row) {
  const { payeeId, holder, bankName, bic, number } = row
  const { id, version } = await payeeRows.get(db, payeeId)
  await payeeRows.update(db, { id, version }, { holder, bankName, bic, number })
  return { verification: input.note ?? '' }
}
