import type { ListInput } from '#kit/contract/list.contract.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import { allowedActions, decide } from '#kit/domain/document.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { inParts, sheet } from '#kit/server/tables/sheet.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { actOnly, currentCompany, mayActAt, todayOf } from '#modules/organisation/public.server.ts'
import { type Candidate, type CandidateRow, reportCandidates } from './report-candidates.contract.ts'
import {
  type CandidateState,
  candidateWorkflow,
  type ReportKind,
  standingOf,
} from './report-candidates.domain.ts'
import { applicationTypes } from '#modules/applications.domain.ts'
import * as queries from './report-candidates.queries.ts'

const { rows } = queries
type Row = NonNullable<Awaited<ReturnType<typeof queries.get>>>
type Key = { id: string; version: number }
type Asking = Pick<Ctx, 'db' | 'actor'>

export const reportCandidatesRouter = serve(reportCandidates, {
  list: async ({ db, input, actor }) => {
    const { items, pagination } = await queries.list(db, actor.scope, input)
    const show = await shower({ db, actor })
    return { items: items.map((row) => show(row)), pagination }
  },
  getById: (ctx) => detail(ctx, ctx.input.id),
  rules: ({ db }) => queries.codes(db),
  file,
  drop: (ctx) => close(ctx, 'drop'),
  reopen: (ctx) => close(ctx, 'reopen'),
  export: (ctx) => exportOf(ctx),
})

/** How a candidate is shown to this person, with what its deals come to now. */
async function shower({ db, actor }: Asking) {
  const money = await localMoney(db)
  const { localCurrency } = await currentCompany(db)
  return ({
    companyId: _company,
    revision,
    operator,
    instrument: _instrument,
    ...row
  }: Row): CandidateRow => {
    const { sum: _sum, counted, numbers: _numbers, attempts: _attempts, ...shown } = row
    const { total, isCrossed } = standingOf({ ...row, operator })
    const measure = (value: string) => (row.metric === 'count' ? String(Number(value)) : money(value))
    const state = row.state as CandidateState
    return {
      ...shown,
      kind: row.kind as ReportKind,
      state,
      // A rule of the company's own has revisions alone.
      ruleVersion: row.ruleVersion || revision,
      total: measure(total),
      threshold: measure(row.threshold),
      isCrossed,
      attempted: row.deals - counted,
      localCurrency,
      applicationType: applicationTypes.Comply,
      can: mayActAt(actor, row) ? allowedActions(candidateWorkflow, { state }, actor) : [],
    }
  }
}

async function detail({ db, actor }: Asking, id: string): Promise<Candidate> {
  const row = await queries.get(db, actor.scope, id)
  if (!row) throw notFound()
  const show = await shower({ db, actor })
  const money = await localMoney(db)
  const parts = await queries.partsOf(db, id)
  return {
    ...show(row),
    parts: parts.map(({ number, submittedAt, createdAt, amount, state, ...part }) => ({
      ...part,
      number: number ?? '',
      state: state as Candidate['parts'][number]['state'],
      submittedAt: submittedAt ?? createdAt,
      amount: money(amount),
    })),
  }
}

/** A candidate that this person decides on now, locked, and the state that it comes to. */
async function taken(ctx: Ctx<Key>, action: 'file' | 'drop' | 'reopen', note = '') {
  if (!(await queries.get(ctx.db, ctx.actor.scope, ctx.input.id))) throw notFound()
  const row = await rows.lock(ctx.db, { id: ctx.input.id, version: ctx.input.version })
  actOnly(ctx.actor.assigned, 'branchIds', row.branchId, 'branchId')
  const state = row.state as CandidateState
  return decide(candidateWorkflow, { state }, { act: action, note }, ctx).next.state
}

const decided = ({ actor, now }: Pick<Ctx, 'actor' | 'now'>) => ({
  decidedBy: actor.name,
  decidedAt: now.toISOString(),
})

async function file(ctx: Ctx<Key & { reference: string; filedOn: string }>): Promise<Candidate> {
  const { id, version, reference, filedOn } = ctx.input
  const state = await taken(ctx, 'file')
  if (filedOn > (await todayOf(ctx))) throw refuseField('filedOn', 'FILED_LATER')
  await rows.update(ctx.db, { id, version }, { state, reference, filedOn, reason: '', ...decided(ctx) })
  return detail(ctx, id)
}

async function close(ctx: Ctx<Key & { note: string }>, action: 'drop' | 'reopen'): Promise<Candidate> {
  const { id, version, note } = ctx.input
  const state = await taken(ctx, action, note)
  const values = { state, reference: '', filedOn: null, reason: note, ...decided(ctx) }
  await rows.update(ctx.db, { id, version }, values)
  return detail(ctx, id)
}

/** A list as a workbook. */
const exportOf = (ctx: Ctx<ListInput>) =>
  sheet(ctx, {
    name: 'report-candidates',
    texts: 'candidateColumns',
    place: ({ branchId }) => branchId,
    columns: {
      kind: 'text',
      code: 'text',
      source: 'text',
      customerName: 'text',
      total: (row) => Number(standingOf(row).total),
      threshold: 'number',
      businessDate: 'text',
      branchName: 'text',
      numbers: 'text',
      attempts: 'text',
      foundAt: 'moment',
      state: ({ state }) => text(ctx.language, `messages.candidateStates.${state}`),
      reference: 'text',
      filedOn: 'text',
      reason: 'text',
      decidedBy: 'text',
    },
    rows: inParts(ctx, (db, input, last: Row | undefined) =>
      queries.listForExport(db, ctx.actor.scope, input, last?.id),
    ),
  })
