import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { customerNames } from '#modules/customers/public.server.ts'
import { todayOf } from '#modules/organisation/public.server.ts'
import { statistics } from './statistics.contract.ts'
import * as queries from './statistics.queries.ts'

export const statisticsRouter = serve(statistics, {
  customer: async (ctx) => {
    const { db, input } = ctx
    if (!(await customerNames(db, [input.customerId])).has(input.customerId)) throw notFound()
    const days = await queries.sumDealtBy(db, input.customerId)
    const money = await localMoney(db)
    const today = new Date(await todayOf(ctx)).getTime()
    const total = (some: typeof days) =>
      money(some.reduce((sum, { amount }) => sum.plus(amount), new Exact(0)).toFixed())
    const count = (some: typeof days) => some.reduce((sum, one) => sum + Number(one.deals), 0)
    const windows = [1, 7, 30, 365].map((span) => {
      const from = new Date(today - (span - 1) * 86_400_000).toISOString().slice(0, 10)
      const within = days.filter(({ businessDate }) => businessDate >= from)
      return { days: span, deals: count(within), amount: total(within) }
    })
    return {
      deals: count(days),
      first: days[0]?.businessDate ?? null,
      last: days.at(-1)?.businessDate ?? null,
      total: total(days),
      windows,
    }
  },
})
