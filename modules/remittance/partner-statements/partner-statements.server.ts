import type * as z from 'zod'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { tableRows } from '#kit/server/tables/table.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { exponentOf, reaches, todayOf } from '#modules/organisation/public.server.ts'
import { findPrefund } from '../prefunds/places.server.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { isCalled } from '../queue/queue.server.ts'
import { all as allPrefunds } from '../prefunds/prefunds.queries.ts'
import { countOpen } from '../statement-differences/statement-differences.queries.ts'
import { askAgainName } from './asking.server.ts'
import { formersOf, type KeptLine } from './former-statements.queries.ts'
import {
  partnerStatements,
  type Reconciliation,
  reconciliationReport,
  reconciliations,
  type StatementDay,
  type StatementUpload,
  type statementSources,
} from './partner-statements.contract.ts'
import { latestOf, list, rows as statementRows } from './partner-statements.queries.ts'
import { compare, takeStatement } from './reconciling.server.ts'
import { statementOf } from './statement-file.domain.ts'

export const partnerStatementsRouter = serve(partnerStatements, {
  list: async ({ db, actor, input }) => {
    const { items, pagination } = await list(db, actor.scope, input)
    return {
      pagination,
      items: items.map((row) => ({
        ...row,
        source: row.source as (typeof statementSources)[number],
        balance: row.balance === null ? '' : new Exact(row.balance).toFixed(exponentOf(row.currency)),
        readAt: new Date(row.readAt).toISOString(),
      })),
    }
  },
  getFormers,
  ask,
  readFile,
})

export const reconciliationsRouter = serve(reconciliations, {
  list: async (ctx) => ({ rows: await reconciled(ctx) }),
  export: async (ctx) =>
    reportSheet(ctx, reconciliationReport, {
      rows: await reconciled(ctx),
      period: await todayOf(ctx),
    }),
})

/** Nothing where the statement is not there, or is of a balance that the person may not see. */
async function getFormers({ db, actor, input }: Ctx<{ id: string }>) {
  const there = await statementRows.get(db, input.id)
  const { currency } = await reachedPrefund({ db, actor }, there.providerId)
  const size = (amount: string) => new Exact(amount).toFixed(exponentOf(currency))
  return (await formersOf(db, there.id)).map(({ id, source, balance, readAt, readBy, lines }) => ({
    id,
    currency,
    source: source as (typeof statementSources)[number],
    balance: balance === null ? '' : size(balance),
    readAt: new Date(readAt).toISOString(),
    readBy,
    lines: (lines as unknown as KeptLine[]).map((line) => ({ ...line, amount: size(line.amount) })),
  }))
}

/** The days after the latest statement are asked for by the clock: asked for one of them, it would pass over those before it. */
async function ask(ctx: Ctx<z.output<typeof StatementDay>>) {
  const { db, input, actor, language } = ctx
  const { providerId, day } = input
  await reachedPrefund(ctx, providerId)
  if (!isCalled(await providerRows.get(db, providerId))) throw refuseField('providerId', 'STATEMENT_BY_FILE')
  const last = await latestOf(db, providerId)
  if (!last || day > last.day) throw refuseField('day', 'STATEMENT_BY_ITSELF')
  await enqueue(db, askAgainName, { providerId, day, userId: actor.userId, userName: actor.name })
  return { message: text(language, 'messages.statementAsked') }
}

async function reachedPrefund({ db, actor }: Pick<Ctx, 'actor' | 'db'>, providerId: string) {
  const prefund = await findPrefund(db, providerId)
  if (!prefund) throw refuseField('providerId', 'PREFUND_MISSING')
  if (!reaches(actor.scope, { branchId: prefund.branchId, counterId: null })) throw notFound()
  return prefund
}

/** With a fault in any line nothing of a file is taken. */
async function readFile(ctx: Ctx<z.output<typeof StatementUpload>>) {
  const { db, input, file, actor, now, language } = ctx
  if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  const prefund = await reachedPrefund(ctx, input.providerId)
  if (input.day > (await todayOf(ctx))) throw refuseField('day', 'DATE_AHEAD')
  const pieces = await Array.fromAsync(tableRows(new Uint8Array(file.bytes), file.type))
  const exponent = exponentOf(prefund.currency)
  const {
    rows: lines,
    balance,
    faults,
  } = statementOf(
    pieces.flatMap(({ rows }) => rows),
    exponent,
  )
  const by = { db, now, actor: { userId: actor.userId, name: actor.name } }
  const { differences, news } =
    faults.length > 0
      ? { differences: 0, news: 'same' as const }
      : await takeStatement(by, input.providerId, { day: input.day, source: 'file', lines, balance })
  return {
    count: lines.length,
    differences,
    news,
    faults: faults.map((fault) => ({
      ...fault,
      message: text(language, `refusals.${fault.code}`, { exponent }),
    })),
  }
}

async function reconciled({ db, actor }: Pick<Ctx, 'actor' | 'db'>): Promise<Reconciliation[]> {
  const open = await countOpen(db, null)
  const rows: Reconciliation[] = []
  for (const { providerId } of await allPrefunds(db, actor.scope)) {
    const prefund = await findPrefund(db, providerId)
    if (!prefund) continue
    const { ledger, unlike, expected, last, unexplained } = await compare(db, prefund)
    const { currency, provider, id } = prefund
    const size = (amount: string) => new Exact(amount).toFixed(exponentOf(currency))
    const sum = (amounts: readonly string[]) =>
      size(amounts.reduce((total, amount) => total.plus(amount), new Exact(0)).toFixed())
    rows.push({
      prefundId: id,
      providerId,
      provider,
      currency,
      day: last?.day ?? null,
      ledger: size(ledger),
      notThere: sum(unlike.flatMap(({ move }) => move?.amount ?? [])),
      notHere: sum(unlike.flatMap(({ line }) => line?.amount ?? [])),
      expected: size(expected),
      balance: last?.balance ? size(last.balance) : null,
      unexplained: last?.balance ? size(unexplained ?? '0') : null,
      open: open.get(providerId) ?? 0,
    })
  }
  return rows
}
