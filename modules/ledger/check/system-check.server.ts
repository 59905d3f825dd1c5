import type { ListInput } from '#kit/contract/list.contract.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { workbook } from '#kit/server/tables/table.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { branchRegions, companies } from '#modules/organisation/public.server.ts'
import { all as allAccounts } from '../accounts/accounts.queries.ts'
import {
  type CheckCode,
  type CheckKind,
  checkKinds,
  codesOf,
  entryOfName,
  promises,
  readable,
} from './check.domain.ts'
import { looksOf } from './check.queries.ts'
import { inventorySystemCheck, systemCheck } from './system-check.contract.ts'

/** A look as it is kept with its run. */
interface KeptLook {
  check: CheckCode
  seen: number
  wrong: number
  examples: string[]
}

const page: Record<CheckKind, string> = {
  system: '/accounting/system-check',
  inventory: '/accounting/inventory-system-check',
}
/** So many runs of each kind are kept. */
const most = 400

const handlersOf = (kind: CheckKind) => ({
  list: async ({ db, input }: Ctx<ListInput>) => {
    const { items, pagination } = await listPage(
      db,
      db
        .selectFrom('ledger.checkRun as r')
        .select(['r.id', 'r.at', 'r.author', 'r.wrong'])
        .where('r.kind', '=', kind),
      input,
      { columns: { at: 'r.at', wrong: 'r.wrong' }, order: ['at-desc'], tie: 'r.id' },
    )
    return { items: items.map((row) => ({ ...row, at: new Date(row.at).toISOString() })), pagination }
  },
  getById: (ctx: Ctx<{ id: string }>) => runOf(ctx, kind, ctx.input.id),
  latest: async (ctx: Ctx) => {
    const newest = await ctx.db
      .selectFrom('ledger.checkRun')
      .select('id')
      .where('kind', '=', kind)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return { run: newest ? await runOf(ctx, kind, newest.id) : null }
  },
  run: async (ctx: Ctx) => {
    const { db, actor, now } = ctx
    return runOf(
      ctx,
      kind,
      (await runCheck(db, kind, { now, by: { id: actor.userId, name: actor.name } })).id,
    )
  },
  export: async (ctx: Ctx<{ id: string }>) => {
    const say = (key: string) => text(ctx.language, `messages.systemCheck.${key}`)
    const { looks } = await runOf(ctx, kind, ctx.input.id)
    return workbook(
      `${kind}-check`,
      ['check', 'seen', 'wrong', 'examples'].map((key) => say(`columns.${key}`)),
      looks.map(({ check, seen, wrong, examples }) => [
        say(`checks.${check}`),
        seen,
        wrong,
        examples.map(({ name }) => name).join('; '),
      ]),
    )
  },
})

export const systemCheckRouter = serve(systemCheck, handlersOf('system'))
export const inventorySystemCheckRouter = serve(inventorySystemCheck, handlersOf('inventory'))

async function runOf({ db, language }: Pick<Ctx, 'db' | 'language'>, kind: CheckKind, id: string) {
  const found = await db
    .selectFrom('ledger.checkRun')
    .select(['id', 'at', 'author', 'wrong', 'looks'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!found) throw notFound()
  const names = await namesOf(db, language)
  return {
    ...found,
    at: new Date(found.at).toISOString(),
    looks: (found.looks as KeptLook[]).map(({ examples, ...look }) => ({
      ...look,
      examples: examples.map((name) => ({
        name: readable(name, names),
        entryId: entryOfName(look.check, name),
      })),
    })),
  }
}

/** What ids are called: branches, currencies, ledgers. */
async function namesOf(db: Db, language: Ctx['language']): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...(await branchRegions(db)).map(({ id, name }) => [id, name] as const),
    ...(await allCurrencies(db)).map(({ id, code }) => [id, code] as const),
    ...(await allAccounts(db, language)).map(({ id, code, name }) => [id, `${code} ${name}`] as const),
  ])
}

interface Running {
  now: Date
  /** Null: it runs by itself. */
  by: { id: string; name: string } | null
}

/** Looks at what a kind of check promises, and keeps what was found; whoever keeps the books is told where something is wrong. */
async function runCheck(db: Db, kind: CheckKind, { now, by }: Running) {
  const codes = codesOf(kind)
  const found = await looksOf(
    db,
    codes.map((code) => promises[code]),
  )
  const looks: KeptLook[] = codes.flatMap((check, index) => {
    const look = found[index]
    return look ? [{ check, seen: look.seen, wrong: look.wrong, examples: look.examples }] : []
  })
  const wrong = looks.reduce((sum, look) => sum + look.wrong, 0)
  const { id } = await db
    .insertInto('ledger.checkRun')
    .values({
      kind,
      at: now.toISOString(),
      authorId: by?.id ?? null,
      author: by?.name ?? '',
      wrong,
      looks: JSON.stringify(looks),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await forget(db, kind)
  if (wrong > 0)
    await notify(db, {
      to: { roles: ['accountant', 'company_administrator'] },
      type: 'ERROR',
      text: 'systemCheck.red',
      values: { count: wrong },
      data: { page: page[kind] },
    })
  return { id, wrong }
}

const forget = (db: Db, kind: CheckKind) =>
  db
    .deleteFrom('ledger.checkRun')
    .where('kind', '=', kind)
    .where('id', 'in', (old) =>
      old
        .selectFrom('ledger.checkRun')
        .select('id')
        .where('kind', '=', kind)
        .orderBy('at', 'desc')
        .offset(most),
    )
    .execute()

export const checkJobs: readonly Job[] = [
  {
    name: 'ledger.checkBooks',
    cron: '20 19 * * *',
    run: async (_payload, { services: { db, now } }) => {
      for (const { id } of await inCompany(undefined, () => companies(db)))
        await inCompany(id, () =>
          db.transaction().execute(async (tx) => {
            for (const kind of checkKinds) await runCheck(tx, kind, { now: now(), by: null })
          }),
        )
    },
  },
]
