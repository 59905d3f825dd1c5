import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { foreignAccountsAt } from '#modules/bank/public.server.ts'
import { cast, hasStarted } from './demo.server.ts'
import { makeDeal } from './public.server.ts'

const dealt = [
  { side: 'sell', quantity: '1200', reference: 'FT 40117', to: 'settle' },
  { side: 'buy', quantity: '800', reference: 'FT 40233', to: 'settle' },
  { side: 'sell', quantity: '350', reference: 'FT 40251', to: 'quote' },
] as const

/** Has foreign money of today's deals come and go by an account at a bank, once; nothing where people have made anything. */
export async function seedDealsByBank(
  { db, now }: Pick<Services, 'db' | 'now'>,
  companyId: string,
): Promise<void> {
  if (await inCompany(companyId, () => hasStarted(db))) return
  const { seats, teller, regulars } = await inCompany(companyId, () => cast(db, companyId))
  const desk = seats.filter(({ branchId }) => branchId === seats[0]?.branchId)[1]
  if (!desk) return
  const actor: Actor = { ...teller, workspace: { type: 3, regionId: null, ...desk } }
  await inCompany(companyId, () =>
    runAct(db, actor, 'demo.trade', async (tx) => {
      const [account] = await foreignAccountsAt(tx, desk.branchId)
      const lines = tx.selectFrom('exchange.dealLine').select('dealId').where('accountId', 'is not', null)
      if (!account || (await lines.limit(1).executeTakeFirst())) return
      for (const [at, { side, quantity, reference, to }] of dealt.entries()) {
        const transfer = { accountId: account.id, reference }
        const line = { side, currencyId: account.currencyId, quantity, transfer }
        const deal = { customerId: regulars[at], lines: [line] }
        await makeDeal({ db: tx, actor, now: now(), language: 'en' }, deal, to, [])
      }
    }),
  ).catch((error: unknown) => {
    // Somebody has begun to work there, and it is theirs.
    if (!(error instanceof Refusal)) throw error
  })
}
