import { Exact } from '#kit/domain/decimals.domain.ts'
import { dayIn, startOfDay } from '#kit/domain/periods.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import { inCompany, type Tx } from '#kit/server/database.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { limitsOf, setLimits } from '#modules/access/public.server.ts'
import { makeDeal } from './public.server.ts'
import { closeCounter, openCounter } from '#modules/inventory/public.server.ts'
import { listHeldAt } from '#modules/ledger/public.server.ts'
import { timeZoneOf } from '#modules/organisation/public.server.ts'
import { latestMids } from '#modules/rates/public.server.ts'
import { namesakes } from '#modules/customers/demo.server.ts'
import { cast, countDrawer, type House, serveSince, stock } from './demo.server.ts'

type Deal = Parameters<typeof makeDeal>[1]
type Goal = Parameters<typeof makeDeal>[2]

/**
 * Opens the second counter of the first branch, once, with deals that somebody has to go on with: one at a better rate and one
 * with a question wait for the manager, one with a name on a list waits for compliance; a quote, a draft and one to be settled.
 */
export async function seedPendingDeals(
  { db, now }: Pick<Services, 'db' | 'now'>,
  companyId: string,
): Promise<void> {
  const { seats, teller, ...house } = await inCompany(companyId, () => cast(db, companyId))
  const desk = seats.filter(({ branchId }) => branchId === seats[0]?.branchId)[1]
  if (!desk) return
  await inCompany(companyId, () =>
    runAct(db, teller, 'demo.trade', async (tx) => {
      if ((await listHeldAt(tx, desk)).length > 0) return
      const tellers = tx.selectFrom('access.role').select(['id', 'permissions'])
      const role = await tellers.where('baseRole', '=', 'teller').executeTakeFirstOrThrow()
      // The made-up market wanders fast: who sells at the published rate would wait for approval too often.
      const limits = (await limitsOf(tx, role.id)).filter(({ type }) => type !== 'below_cost')
      limits.push({ type: 'below_cost', amount: '200', isUnlimited: false })
      await setLimits(tx, role.id, limits)
      const actor: Actor = {
        ...teller,
        permissions: new Set(role.permissions),
        limits: new Map(limits.map(({ type, amount }) => [type, amount ?? 'unlimited'])),
        workspace: { type: 3, regionId: null, ...desk },
      }
      const at = now()
      const yesterday = new Date(at.getTime() - 86_400_000)
      const mids = new Map((await latestMids(tx, at)).map(({ code, mid }) => [code, mid]))
      await stock(tx, teller, desk, yesterday.toISOString().slice(0, 10), { ...house, mids })
      const opened = openedAt(await timeZoneOf(tx, desk.branchId), at)
      await openCounter({ db: tx, actor, now: opened }, desk.counterId, {
        lines: await countDrawer(tx, desk, house.currencies),
      })
      const server = { ...teller, workspace: actor.workspace }
      await serveSince({ tx, actor: server, mids, house }, opened, at)
      await leaveDrawer({ tx, house, opened, actor: { ...teller, ...house.manager } }, seats[0])
      for (const { deal, upTo } of await deals(tx, house, mids))
        await makeDeal({ db: tx, actor, now: at, language: 'en' }, deal, upTo, [])
    }),
  ).catch((error: unknown) => {
    // Somebody has begun to work there, and it is theirs.
    if (!(error instanceof Refusal)) throw error
  })
}

/** When a counter opened that is open at `now`: five hours ago, but not before its day began. */
function openedAt(zone: string, now: Date): Date {
  const midnight = Date.parse(startOfDay(dayIn(zone, now), zone))
  return new Date(Math.max(midnight, now.getTime() - 5 * 3_600_000))
}

/** The manager has stood in at the first counter this morning and closed it: its drawer can be handed over to the teller. */
async function leaveDrawer(
  { tx, house, opened, actor }: { tx: Tx; house: House; opened: Date; actor: Actor },
  desk: { branchId: string; counterId: string } | undefined,
): Promise<void> {
  if (!desk || (await listHeldAt(tx, desk)).length === 0) return
  const manager = {
    ...actor,
    selves: new Set([actor.userId ?? '']),
    workspace: { type: 3 as const, regionId: null, ...desk },
  }
  const ctx = { db: tx, actor: manager, now: opened }
  const lines = await countDrawer(tx, desk, house.currencies)
  await openCounter(ctx, desk.counterId, { lines })
  await closeCounter(ctx, desk.counterId, { lines })
}

// Bought, since what is sold may cost more than it brings, and would wait for that too.
async function deals(
  tx: Tx,
  { currencies, regulars: [first, second, third] }: House,
  mids: ReadonlyMap<string, string>,
): Promise<{ deal: Deal; upTo: Goal }[]> {
  const line = (side: 'buy' | 'sell', code: string, quantity: string) => ({
    side,
    currencyId: currencies.find((one) => one.code === code)?.id ?? '',
    quantity,
  })
  const listed = await tx
    .selectFrom('customers.customer')
    .select('id')
    .where('name', '=', namesakes()[0]?.values.name ?? '')
    .executeTakeFirst()
  const better = {
    rate: new Exact(mids.get('EUR') ?? '1').times('0.999').toSignificantDigits(5).toFixed(),
    reason: 'Comes every week',
  }
  return [
    { deal: { customerId: first, lines: [{ ...line('buy', 'EUR', '500'), ...better }] }, upTo: 'submit' },
    {
      deal: {
        customerId: second,
        remarks: 'Notes of an old series among them: shall we take them?',
        askAuthorization: true,
        lines: [line('buy', 'USD', '600')],
      },
      upTo: 'submit',
    },
    { deal: { customerId: listed?.id, lines: [line('buy', 'SGD', '500')] }, upTo: 'submit' },
    { deal: { customerId: third, lines: [line('buy', 'GBP', '300')] }, upTo: 'submit' },
    { deal: { lines: [line('sell', 'JPY', '80000')] }, upTo: 'quote' },
    { deal: { lines: [line('buy', 'AUD', '350')] }, upTo: 'draft' },
  ]
}
