import { Exact } from '#kit/domain/decimals.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { currentCompany, exponentOf } from '#modules/organisation/public.server.ts'
import { listAwaited, pendingOf } from '../pending/pending.server.ts'
import { work } from './work.contract.ts'

export const workRouter = serve(work, {
  list: async ({ db, actor, now }) => {
    const { localCurrency } = await currentCompany(db)
    const exponent = exponentOf(localCurrency)
    const shown = <T extends { value: string | null }>(row: T) => ({
      ...row,
      value: row.value && new Exact(row.value).toFixed(exponent),
    })
    const mine = (await pendingOf(db, { actor, now })).map(
      ({ permission: _permission, customerId: _customer, yieldsTo: _gate, ...row }) => shown(row),
    )
    const others = (await listAwaited(db, { actor, now })).map(shown)
    return { mine, others, localCurrency }
  },
})
