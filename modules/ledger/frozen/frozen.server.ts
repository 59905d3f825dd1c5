import { randomUUIDv7 } from 'node:crypto'
import type { ListInput } from '#kit/contract/list.contract.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { makeLists } from '#modules/documents/public.server.ts'
import { currentCompany, todayOf } from '#modules/organisation/public.server.ts'
import { all as allAccounts } from '../accounts/accounts.queries.ts'
import { actIn } from '../periods/periods.server.ts'
import type { Statement } from '../statements/statements.contract.ts'
import { statementOf } from '../statements/statements.server.ts'
import { type FrozenDraft, frozenStatements } from './frozen.contract.ts'
import { driftsOf } from './frozen.domain.ts'
import * as queries from './frozen.queries.ts'

const kinds = ['trialBalance', 'balanceSheet', 'companyIncome', 'branchIncome'] as const
type Figures = Record<(typeof kinds)[number], Statement>
type Reading = Pick<Ctx, 'actor' | 'db' | 'language' | 'now'>

export const frozenStatementsRouter = serve(frozenStatements, {
  ...makeLists(listed, 'ledger:frozen', {
    fromDate: 'text',
    toDate: 'text',
    branchName: 'text',
    sealNumber: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: (ctx) => detail(ctx, ctx.input.id),
  create,
})

async function listed({ db, actor, input }: Ctx<ListInput>) {
  const { items, pagination } = await queries.list(db, actor.scope, input)
  return { items: items.map(shown), pagination }
}

const shown = <R extends { createdAt: Date | string }>(row: R) => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
})

/** All four statements of some days as they stand now, every ledger of them by its own name. */
async function figuresOf(
  ctx: Omit<Reading, 'language'>,
  { fromDate: from, toDate: to, branchId }: FrozenDraft,
): Promise<Figures> {
  const input = { from, to, branchId, compare: null, isWhole: true }
  const made: [string, Statement][] = []
  for (const kind of kinds) made.push([kind, await statementOf(kind)({ ...ctx, language: 'en', input })])
  return Object.fromEntries(made) as Figures
}

async function create(ctx: Ctx<FrozenDraft>) {
  const { db, input, actor, now } = ctx
  await actIn(ctx, input.branchId)
  if (input.fromDate > input.toDate) throw refuseField('toDate', 'PERIOD_TURNED')
  if (input.toDate >= (await todayOf(ctx))) throw refuseField('toDate', 'PERIOD_NOT_OVER')
  const figures = await figuresOf({ actor, db, now }, input)
  const id = randomUUIDv7()
  await queries.insert(db, {
    id,
    fromDate: input.fromDate,
    toDate: input.toDate,
    branchId: input.branchId,
    sealNumber: figures.trialBalance.sealNumber,
    figures: JSON.stringify(figures),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  })
  return detail(ctx, id)
}

/** What was frozen, beside what the same days come to now and what was posted into them since. */
async function detail({ db, actor, language, now }: Reading, id: string) {
  const row = await queries.get(db, actor.scope, id)
  if (!row) throw notFound()
  const { figures: stored, ...rest } = shown(row)
  const figures = stored as unknown as Figures
  const { fromDate: from, toDate: to, branchId } = rest
  const input = { from, to, branchId, compare: null, isWhole: true }
  const today = await statementOf('trialBalance')({ db, actor, language, now, input })
  const money = await localMoney(db)
  const accounts = new Map(
    (await allAccounts(db, language)).map((one) => [one.id, `${one.code} ${one.name}`]),
  )
  const later = await queries.listPostedSince(db, actor.scope, { since: rest.createdAt, to, branchId })
  return {
    ...rest,
    currency: (await currentCompany(db)).localCurrency,
    ...figures,
    differences: driftsOf(figures.trialBalance.rows, today.rows).map((one) => ({
      ...one,
      difference: money(one.difference),
    })),
    later: later.map(({ accountId, amount, at, ...line }) => ({
      ...line,
      at: new Date(at).toISOString(),
      account: accounts.get(accountId) ?? '',
      debit: amount.startsWith('-') ? null : money(amount),
      credit: amount.startsWith('-') ? money(amount).slice(1) : null,
    })),
  }
}
