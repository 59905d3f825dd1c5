import { randomUUIDv7 } from 'node:crypto'
import { inCompany } from '#kit/server/database.server.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { adjustmentEvents } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { post } from '#modules/ledger/public.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import type { Call, TestApp } from './test-app.ts'

type Session = Awaited<ReturnType<TestApp['signIn']>>

/** Sits somebody at a counter whose day is open, with so much local money in its drawer; `stock` by code is quantity and cost. */
export async function openTill(
  app: TestApp,
  { call, login }: Session,
  {
    cash = '60000',
    stock = {},
  }: { cash?: string; stock?: Record<string, [quantity: string, cost: string]> } = {},
) {
  return inCompany(login.company.companyId, async () => {
    const { db } = app.services
    const ids = new Map((await readTradedCurrencies(db)).map((one) => [one.code, one.id]))
    const id = (code: string) => ids.get(code) ?? ''
    const { branches, counters } = await tree(db)
    const branchId = branches.find(({ name }) => name === 'Bukit Bintang')?.id ?? ''
    const counterId = counters.find((one) => one.branchId === branchId)?.id ?? ''
    await call(workspaces.switch, { type: 3, workspaceId: counterId })
    await call(days.open, { counterId })
    const here = { branchId, counterId }
    const worth = Object.values(stock).reduce((sum, [, cost]) => sum + Number(cost), Number(cash))
    const posting = {
      event: adjustmentEvents.opening,
      source: { type: 'opening', id: randomUUIDv7() },
      businessDate: '2026-01-02',
      branchId,
      lines: [
        { part: 'cash' as const, ...here, itemId: id('MYR'), quantity: cash, amount: cash },
        ...Object.entries(stock).map(([code, [quantity, amount]]) => ({
          part: 'stock' as const,
          ...here,
          itemId: id(code),
          quantity,
          amount,
        })),
        { part: 'opening' as const, ...here, amount: String(-worth) },
      ],
    }
    const author = { userId: null, name: 'Somebody' }
    await db.transaction().execute((tx) => post({ db: tx, actor: author, now: app.services.now() }, posting))
    return { ...here, /** The id of a currency by its code. */ id }
  })
}

/** Sits somebody at a counter from which everybody else has gone. */
export async function occupyCounter(app: TestApp, call: Call, counterId: string): Promise<void> {
  await app.owner('update access.session set counter_id = null where counter_id = $1', [counterId])
  const { status, error } = await call(workspaces.switch, { type: 3, workspaceId: counterId })
  if (status !== 200) throw new Error(JSON.stringify(error))
}
