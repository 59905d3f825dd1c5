import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { attachmentHandlers, listWithFiles } from '#modules/documents/public.server.ts'
import { allAccounts } from '#modules/ledger/public.server.ts'
import { type PayeeDraft, payees } from './payees.contract.ts'
import * as queries from './payees.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

/** Contracts and letters of a payee, which belongs to the whole company. */
const files = attachmentHandlers({ type: 'payee', find: queries.findStates, table: rows, places: 'company' })

export const payeesRouter = serve(payees, {
  list: async (ctx) => {
    const { items, pagination } = await queries.list(ctx.db, ctx.input)
    return { items: await shown(ctx, items), pagination }
  },
  getById: (ctx) => one(ctx, ctx.input.id),
  create,
  update,
  delete: remove,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
  ...files,
  listSelection: async ({ db }) =>
    (await queries.open(db)).map(({ id, code, name, ledgerId, number }) => ({
      id,
      name: `${code} ${name}`,
      ledgerId,
      hasDetails: number !== '',
    })),
  ledgers: async ({ db, language }) =>
    (await spendable(db, language)).map(({ id, code, name }) => ({ id, name: `${code} ${name}` })),
})

/** The ledgers that take what is bought: open to entries by hand, without a sub-ledger, of what is spent or had. */
export const spendable = async (db: Db, language?: Ctx['language']) =>
  (await allAccounts(db, language)).filter(
    ({ class: kind, isManual, isEnabled, party }) =>
      (kind === 'expense' || kind === 'asset') && isManual && isEnabled && party === null,
  )

type Saying = Pick<Ctx, 'db' | 'language'>

async function shown({ db, language }: Saying, found: readonly queries.PayeeRow[]) {
  const ledgers = new Map(
    (await allAccounts(db, language)).map(({ id, code, name }) => [id, `${code} ${name}`]),
  )
  return found.map((row) => ({
    ...row,
    ledger: (row.ledgerId && ledgers.get(row.ledgerId)) ?? null,
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

async function one(ctx: Saying, id: string) {
  const row = await queries.get(ctx.db, id)
  const [found] = row ? await shown(ctx, [row]) : []
  if (!found) throw notFound()
  return found
}

/** Its ledger takes spending, and whoever is like another payee was looked at. */
async function checked(db: Db, { isDuplicateConfirmed, ...draft }: PayeeDraft, id = '') {
  if (draft.ledgerId !== null && !(await spendable(db)).some((ledger) => ledger.id === draft.ledgerId))
    throw refuseField('ledgerId', 'LEDGER_NOT_SPENT')
  const alike = isDuplicateConfirmed ? [] : await queries.listAlike(db, { ...draft, id })
  if (alike.length > 0) throw refuseField('isDuplicateConfirmed', 'PAYEE_ALIKE', { names: alike.join(', ') })
  return draft
}

async function create(ctx: Ctx<PayeeDraft>) {
  const { db, input } = ctx
  return one(ctx, (await rows.insert(db, await checked(db, input))).id)
}

async function update(ctx: Ctx<Key & PayeeDraft>) {
  const { id, version, ...draft } = ctx.input
  const { db } = ctx
  await rows.lock(db, { id, version })
  await rows.update(db, { id, version }, await checked(db, draft, id))
  return one(ctx, id)
}

async function turn(ctx: Ctx<Key>, isEnabled: boolean) {
  await rows.update(ctx.db, ctx.input, { isEnabled })
  return one(ctx, ctx.input.id)
}

async function remove(ctx: Ctx<Key>) {
  await rows.lock(ctx.db, ctx.input)
  const { id } = ctx.input
  const isKept = (await queries.isUsed(ctx.db, id)) || (await listWithFiles(ctx.db, 'payee', [id])).has(id)
  if (isKept) throw new Refusal('PAYEE_USED')
  await rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}
