import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { branchRows, seeOnly } from '#modules/organisation/public.server.ts'
import { accounts } from './accounts.contract.ts'
import { chart, type SeededAccount } from './accounts.domain.ts'
import { partiesOf } from '../parties/parties.server.ts'
import { balancesNow, byParty } from '../balances/balances.queries.ts'
import { all, mappingRows, rows } from './accounts.queries.ts'

export const accountsRouter = serve(accounts, {
  list: async ({ db, actor }) => {
    const money = await localMoney(db)
    const balances = await balancesNow(db, actor.scope)
    return (await all(db)).map(({ keeps: _keeps, ...row }) => ({
      ...row,
      balance: money(balances.get(row.id) ?? '0'),
    }))
  },
  parties,
})

const most = 500

/** Merged parties are one, under the name of the one that stayed. */
async function parties({ db, actor, input }: Ctx<{ accountId: string; branchId?: string | undefined }>) {
  await rows.get(db, input.accountId)
  if (input.branchId) seeOnly(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
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
