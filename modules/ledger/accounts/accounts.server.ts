import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { actOnWhole, branchRows, requireVisible } from '#modules/organisation/public.server.ts'
import { type AccountDraft, accounts } from './accounts.contract.ts'
import { chart, type SeededAccount } from './accounts.domain.ts'
import { partiesOf } from '../parties/parties.server.ts'
import { balancesNow, byParty } from '../balances/balances.queries.ts'
import { rows as groupRows } from './groups.queries.ts'
import { holdPosting } from './hold.queries.ts'
import { all, mappingRows, rows, usesOf } from './accounts.queries.ts'

type Key = { id: string; version: number }

export const accountsRouter = serve(accounts, {
  list: async ({ db, actor }) => {
    const money = await localMoney(db)
    const balances = await balancesNow(db, actor.scope)
    return (await all(db)).map((row) => ({
      ...row,
      balance: money(balances.get(row.id) ?? '0'),
    }))
  },
  getById: ({ db, input }) => detail(db, input.id),
  create,
  update,
  delete: remove,
  parties,
})

async function detail(db: Db, id: string) {
  const row = (await all(db)).find((account) => account.id === id)
  if (!row) throw notFound()
  return row
}

async function create({ db, input, actor }: Ctx<AccountDraft>) {
  actOnWhole(actor.assigned)
  await checkGroup(db, input)
  return detail(db, (await rows.insert(db, input)).id)
}

async function update({ db, input, actor }: Ctx<Key & AccountDraft>) {
  actOnWhole(actor.assigned)
  const { id, version, ...draft } = input
  const before = await rows.lock(db, { id, version })
  await checkGroup(db, draft)
  if (before.keeps !== null && draft.isManual) throw refuseField('isManual', 'LEDGER_KEEPS')
  if (before.class !== draft.class) {
    const { isPosted, isMapped } = await usesOf(db, id, null)
    if (isPosted || isMapped) throw refuseField('class', 'LEDGER_USED')
  }
  if (draft.closedFrom !== null && draft.closedFrom !== before.closedFrom) {
    // A posting that has begun is waited for.
    await holdPosting(db)
    const { isPosted, isMapped } = await usesOf(db, id, draft.closedFrom)
    if (isMapped) throw refuseField('closedFrom', 'LEDGER_MAPPED')
    if (isPosted) throw refuseField('closedFrom', 'LEDGER_POSTED_AFTER')
  }
  await rows.update(db, { id, version }, draft)
  return detail(db, id)
}

async function remove(ctx: Ctx<Key>) {
  const { db, input, actor } = ctx
  actOnWhole(actor.assigned)
  await rows.lock(db, input)
  const { isPosted, isMapped } = await usesOf(db, input.id, null)
  if (isPosted || isMapped) throw new Refusal('LEDGER_USED')
  await rows.remove(db, input)
  return replyMessage(ctx, 'removed')
}

/** A ledger lies in a group of its own class. */
async function checkGroup(db: Db, draft: Pick<AccountDraft, 'class' | 'groupId'>): Promise<void> {
  if (draft.groupId === null) return
  const group = await groupRows.get(db, draft.groupId)
  if (group.class !== draft.class) throw refuseField('groupId', 'CLASS_OTHER')
}

const most = 500

/** Merged parties are one, under the name of the one that stayed. */
async function parties({ db, actor, input }: Ctx<{ accountId: string; branchId?: string | undefined }>) {
  await rows.get(db, input.accountId)
  if (input.branchId) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  const money = await localMoney(db)
  const posted = await byParty(db, actor.scope, input)
  const partyOf = await partiesOf(db, posted)
  const sums = new Map<string, { type: string; id: string; name: string; sum: InstanceType<typeof Exact> }>()
  for (const one of posted) {
    const party = partyOf(one)
    if (!party) continue
    const key = `${party.type} ${party.id}`
    sums.set(key, { ...party, sum: new Exact(sums.get(key)?.sum ?? 0).plus(one.balance) })
  }
  const uneven = [...sums.values()]
    .filter(({ sum }) => !sum.isZero())
    .toSorted((a, b) => b.sum.abs().comparedTo(a.sum.abs()))
  const shown = uneven
    .slice(0, most)
    .map(({ sum, ...party }) => ({ ...party, balance: money(sum.toFixed()) }))
  return { isCut: uneven.length > most, parties: shown }
}

/** The accounts that a new company begins with, each part of an event led to its own. */
export async function seedAccounts(db: Db): Promise<void> {
  for (const { part, ...account } of chart as readonly SeededAccount[]) {
    const { id } = await rows.insert(db, account)
    if (part) await mappingRows.insert(db, { part, accountId: id })
  }
}
