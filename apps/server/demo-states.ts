import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { type CallOf, type Endpoint, type OutputOf, permissionsOf } from '#kit/contract/endpoint.contract.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx, Services } from '#kit/server/context.server.ts'
import { inCompany, type Tx } from '#kit/server/database.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { seedBank } from '#modules/bank/demo.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { regulars, seedTwin } from '#modules/customers/demo.server.ts'
import type { Stage } from '#modules/demonstration.contract.ts'
import type { Player } from '#modules/demonstration.domain.ts'
import { seedStock } from '#modules/inventory/demo.server.ts'
import { lockMonth } from '#modules/ledger/demo.server.ts'
import { todayOf } from '#modules/organisation/public.server.ts'
import { latestMids } from '#modules/rates/public.server.ts'
import { seedRemittance } from '#modules/remittance/demo.server.ts'
import { seedRetail } from '#modules/retail/demo.server.ts'
import { hasStarted } from '#modules/exchange/demo.server.ts'
import { modules } from './modules.ts'

const types: Record<string, string> = { '.csv': 'text/csv', '.png': 'image/png' }

type Handler = (ctx: never) => Promise<unknown>

/** What the demonstration shows of each module, with how it is known that it is there. */
const parts = [
  { table: 'customers.duplicateReview', seed: seedTwin },
  { table: 'inventory.transfer', seed: seedStock },
  { table: 'bank.payee', seed: seedBank },
  { table: 'retail.item', seed: seedRetail },
  { table: 'remittance.provider', seed: seedRemittance },
  // After what is of that month.
  { table: 'ledger.periodLock', seed: lockMonth },
] as const

/**
 * Makes documents of stock, banks, retail and remittance in each of their states, once, by the calls and with the rights of the people of the
 * demonstration; nothing where people have made anything.
 */
export async function seedStates(services: Services, companyId: string): Promise<void> {
  const { db } = services
  if (await inCompany(companyId, () => hasStarted(db))) return
  const handlers = new Map<Endpoint, Handler>(
    modules.flatMap(({ routers }) =>
      routers.flatMap(({ contract, handlers: own }) =>
        Object.entries(contract).map(([name, endpoint]) => [endpoint, own[name] as Handler] as const),
      ),
    ),
  )
  const people = await inCompany(companyId, () => cast(services, companyId))
  for (const { table, seed } of parts)
    await inCompany(companyId, () =>
      runAct(db, people.admin, 'demo.states', async (tx) => {
        if (await tx.selectFrom(table).select('id').limit(1).executeTakeFirst()) return
        await seed(await stageOf({ services, tx, people, handlers }))
      }),
    ).catch((error: unknown) => {
      // Somebody has begun to work there, and it is theirs.
      if (!(error instanceof Refusal)) throw error
    })
}

/** The people of the demonstration, each with the rights and places that they have. */
async function cast({ db }: Services, companyId: string): Promise<Record<Player, Actor>> {
  const users = await db.selectFrom('access.user').select(['id', 'userName']).execute()
  const holders = await holdersOf(db, ['view_transactions'])
  const actorOf = (userName: Player): Actor => {
    const user = users.find((one) => one.userName === userName)
    const found = holders.find(({ userId }) => userId === user?.id)
    if (!found) throw new Error(`The demonstration has no ${userName}`)
    return {
      ...found,
      companyId,
      sessionId: found.userId,
      provenFor: 0,
      scope: found.permissions.has('view_all_workspaces') ? 'all' : found.assigned,
      workspace: { type: 0, regionId: null, branchId: null, counterId: null },
    }
  }
  return {
    accountant: actorOf('accountant'),
    admin: actorOf('admin'),
    manager: actorOf('manager'),
    teller: actorOf('teller'),
  }
}

interface Staged {
  services: Services
  tx: Tx
  people: Record<Player, Actor>
  handlers: ReadonlyMap<Endpoint, Handler>
}

async function stageOf({ services, tx, people, handlers }: Staged): Promise<Stage> {
  const now = services.now()
  const call = async <E extends Endpoint>(
    by: Player,
    endpoint: E,
    input: unknown,
    file?: Ctx['file'],
  ): Promise<OutputOf<E>> => {
    const actor = people[by]
    const needed = permissionsOf(endpoint)
    if (needed.length > 0 && !needed.some((code) => actor.permissions.has(code)))
      throw new Error(`${actor.name} may not call ${endpoint.path}`)
    const handler = handlers.get(endpoint)
    if (!handler) throw new Error(`Nothing serves ${endpoint.path}`)
    const asked = { input: endpoint.input.parse(input), db: tx, actor, caller: actor, file, services }
    const nothing = {
      language: 'en',
      traceId: '',
      address: '',
      userAgent: '',
      raw: { body: '', headers: {} },
    }
    const ctx = { ...asked, ...nothing, now: services.now() }
    return (await handler(ctx as never)) as OutputOf<E>
  }
  const quoteUnits = new Map((await allCurrencies(tx)).map(({ code, quoteUnit }) => [code, quoteUnit]))
  return {
    now,
    today: await todayOf({ db: tx, now }),
    regulars: await regulars(tx),
    mids: new Map(
      (await latestMids(tx, now)).map(({ code, mid }) => [
        code,
        new Exact(mid).dividedBy(quoteUnits.get(code) ?? 1).toFixed(),
      ]),
    ),
    perform: <E extends Endpoint>(by: Player, endpoint: E, input: CallOf<E>) => call(by, endpoint, input),
    upload: (by, endpoint, name, bytes, said = {}) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const type = types[extname(name)] ?? 'application/pdf'
      const file = { name, type, bytes: Buffer.from(bytes), sha256, fields: {} }
      return call(by, endpoint, said, file)
    },
    follow: async (calls, row, steps) => {
      let { id, version } = row
      for (const [by, act, said] of steps) {
        const endpoint = calls[act]
        if (!endpoint) throw new Error(`There is no act ${act}`)
        ;({ id, version } = (await call(by, endpoint, { id, version, ...said })) as typeof row)
      }
      return { id, version }
    },
  }
}
