import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allAccounts } from '#modules/ledger/public.server.ts'
import { type PayeeDraft, payees } from './payees.contract.ts'
import * as queries from './payees.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

export const payeesRouter = serve(payees, {
  list: async ({ db, input }) => {
    const { items, pagination } = await queries.list(db, input)
    return { items: await shown(db, items), pagination }
  },
  getById: ({ db, input }) => one(db, input.id),
  create,
  update,
  delete: remove,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
  listSelection: async ({ db }) =>
    (await queries.open(db)).map(({ id, code, name, ledgerId, number }) => ({
      id,
      name: `${code} ${name}`,
      ledgerId,
      hasDetails: number !== '',
    })),
  ledgers: async ({ db }) =>
    (await spendable(db)).map(({ id, code, name }) => ({ id, name: `${code} ${name}` })),
})

/** The ledgers that take what is bought: open to entries by hand, without a sub-ledger, of what is spent or had. */
export const spendable = async (db: Db) =>
  (await allAccounts(db)).filter(
    ({ class: kind, isManual, isEnabled, party }) =>
      (kind === 'expense' || kind === 'asset') && isManual && isEnabled && party === null,
  )

async function shown(db: Db, found: readonly queries.PayeeRow[]) {
  const ledgers = new Map((await allAccounts(db)).map(({ id, code, name }) => [id, `${code} ${name}`]))
  return found.map((row) => ({
    ...row,
    ledger: (row.ledgerId && ledgers.get(row.ledgerId)) ?? null,
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

async function one(db: Db, id: string) {
  const row = await queries.get(db, id)
  const [found] = row ? await shown(db, [row]) : []
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

async function create({ db, input }: Ctx<PayeeDraft>) {
  return one(db, (await rows.insert(db, await checked(db, input))).id)
}

async function update({ db, input: { id, version, ...draft } }: Ctx<Key & PayeeDraft>) {
  await rows.lock(db, { id, version })
  await rows.update(db, { id, version }, await checked(db, draft, id))
  return one(db, id)
}

async function turn({ db, input }: Ctx<Key>, isEnabled: boolean) {
  await rows.update(db, input, { isEnabled })
  return one(db, input.id)
}

async function remove(ctx: Ctx<Key>) {
  await rows.lock(ctx.db, ctx.input)
  if (await queries.isUsed(ctx.db, ctx.input.id)) throw new Refusal('PAYEE_USED')
  await rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}
