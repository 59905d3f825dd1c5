import { randomUUIDv7 } from 'node:crypto'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies, exponentOf, localMoney } from '#modules/currencies/public.server.ts'
import { isAbove } from '#modules/documents/acts/documents.domain.ts'
import { addEvent, documents } from '#modules/documents/public.server.ts'
import {
  branchRegions,
  branchRows,
  businessDate,
  companies,
  currentCompany,
  reaches,
} from '#modules/organisation/public.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import { all as allAccounts, mapping } from '../accounts/accounts.queries.ts'
import { byParty } from '../balances/balances.queries.ts'
import { partiesOf } from '../parties/parties.server.ts'
import { post, type Poster } from '../posting/posting.server.ts'
import { takeEach } from '../posting/take-each.server.ts'
import { reverse } from '../posting/reversal.server.ts'
import { all as allTaxCodes } from '../tax-codes/tax-codes.queries.ts'
import { versionsOf } from '../tax-codes/tax-codes.server.ts'
import { type EntryDraft, manualEntries } from './entries.contract.ts'
import { entryEvent, type EntryKind, type EntryState, entryWorkflow } from './entries.domain.ts'
import * as queries from './entries.queries.ts'
import {
  actInBranches,
  checkLines,
  checkPostable,
  readLines,
  reachesAccount,
  valueOf,
} from './entry-lines.server.ts'
import { postedLines } from './entry-tax.server.ts'
import { checkOpening, checkOpeningDay } from './openings.server.ts'
import { applicationTypes } from '#modules/applications.domain.ts'

type Row = queries.EntryRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Saying = Reading & Pick<Ctx, 'language'>
type Key = { id: string; version: number }
type Changed = Ctx<Key & EntryDraft & { note?: string | undefined }>
type Reversed = Ctx<Key & { businessDate?: string | undefined; note?: string | undefined }>

const type = 'manualEntry'
const entryDocuments = documents({
  type,
  home: '/accounting/adjusting-entries',
  workflow: entryWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ branch: { branchId, counterId: null } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId, editorId }: Row) => [authorId, editorId],
  makerActs: ['update'],
  gates: { limit: { limit: 'manual_journal', value: ({ value }: Row) => value } },
  present,
})
export const entryAnswers = entryDocuments.answers

export const entriesRouter = serve(manualEntries, {
  ...entryDocuments.lists(queries.list, 'ledger:entries', {
    number: 'text',
    businessDate: 'text',
    branchName: 'text',
    kind: 'value',
    reason: 'text',
    value: 'number',
    state: 'value',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: async (ctx) => withLines(ctx, await entryDocuments.getById(ctx)),
  choices,
  create: whole(entryDocuments.make('create', prepare)),
  update: whole(entryDocuments.act<Changed>('update', change)),
  submit: whole(entryDocuments.act('submit', submit)),
  approve: whole(entryDocuments.act('approve', (ctx, row) => postEntry(ctx, row))),
  reject: whole(entryDocuments.act('reject')),
  reverse: whole(entryDocuments.act<Reversed>('reverse', undo)),
  cancel: whole(entryDocuments.act('cancel')),
  attachments: entryDocuments.files.attachments,
  attach: entryDocuments.files.attach,
  attachment: entryDocuments.files.attachment,
})

async function present({ db }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  return rows.map((row) => ({
    ...row,
    applicationType: applicationTypes.Accounting,
    state: row.state as EntryState,
    kind: row.kind as EntryKind,
    value: money(row.value),
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

type Detail = Awaited<ReturnType<typeof entryDocuments.getById>>

const withLines = async (ctx: Saying, one: Detail) => ({ ...one, lines: await readLines(ctx, one.id) })

/** A handler whose answer is the entry with its lines. */
function whole<C extends Saying>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

async function choices({ db, actor, language }: Saying) {
  const { localCurrency } = await currentCompany(db)
  const accounts = await allAccounts(db, language)
  const usual = (part: string, rows: Awaited<ReturnType<typeof mapping>>) =>
    rows.find((row) => row.part === part && !row.event && !row.branchId)?.accountId ?? null
  const rows = await mapping(db)
  const branches = (await branchRegions(db))
    .filter(({ id }) => reaches(actor.scope, { branchId: id }))
    .map(({ id, name }) => ({ id, name }))
  const kept = accounts.filter(({ party }) => party !== null && party !== 'branch')
  const found = (
    await Promise.all(kept.map(({ id: accountId }) => byParty(db, actor.scope, { accountId })))
  ).flat()
  const partyOf = await partiesOf(db, found)
  const parties = new Map(found.flatMap((one) => partyOf(one) ?? []).map((party) => [party.id, party]))
  const isKept = await keepsStock(db)
  return {
    accounts: accounts
      .filter((account) => account.isEnabled && reachesAccount('opening', account, isKept))
      .map((account) => ({
        id: account.id,
        name: `${account.code} ${account.name}`,
        party: account.party,
        isManual: reachesAccount('adjusting', account, isKept),
        taxCodeId: account.taxCodeId,
      })),
    branches,
    currencies: (await allCurrencies(db))
      .filter(({ isLocal }) => !isLocal)
      .map(({ id, code, exponent, quoteUnit }) => ({ id, name: code, exponent, quoteUnit })),
    parties: [...branches.map((branch) => ({ ...branch, type: 'branch' })), ...parties.values()],
    taxCodes: (await allTaxCodes(db))
      .filter(({ isEnabled }) => isEnabled)
      .map((row) => ({ id: row.id, name: row.code, versions: versionsOf(row) })),
    localExponent: exponentOf(localCurrency),
    dueFromId: usual('interBranch', rows),
    dueToId: usual('interBranchDue', rows),
  }
}

async function prepare(ctx: Ctx<EntryDraft>) {
  const { db, input, actor, now } = ctx
  const { lines: _lines, ...draft } = input
  const lines = await checkLines(ctx, input)
  await checkOpening(ctx, input, null)
  const { code } = await branchRows.get(db, draft.branchId)
  const row = {
    ...draft,
    id: randomUUIDv7(),
    number: await queries.numberOf(db, draft.branchId, code, now.getUTCFullYear()),
    value: valueOf(lines),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
    editorId: actor.userId,
  }
  return { row, write: async () => void (await queries.addLines(db, row.id, lines)) }
}

async function change(ctx: Changed, row: Row) {
  const { db, actor, input } = ctx
  const { kind, branchId, businessDate: date, reason, autoReverseOn } = input
  // Its number is of its branch.
  if (branchId !== row.branchId) throw refuseField('branchId', 'ENTRY_OF_BRANCH')
  const lines = await checkLines(ctx, input)
  await checkOpening(ctx, input, row.id)
  await queries.removeLines(db, row.id)
  await queries.addLines(db, row.id, lines)
  return { kind, businessDate: date, reason, autoReverseOn, value: valueOf(lines), editorId: actor.userId }
}

/** Up to the limit of the person it is posted at once; above it another one approves. */
async function submit(ctx: Reading, row: Row) {
  const stored = await queries.linesOf(ctx.db, row.id)
  await checkOpeningDay(ctx, row)
  await checkPostable(ctx, row, stored)
  if (!isAbove(ctx.actor.limits, 'manual_journal', row.value)) await postEntry(ctx, row, stored)
  return { editorId: ctx.actor.userId }
}

async function postEntry(ctx: Reading, row: Row, known?: readonly queries.EntryLine[]): Promise<void> {
  const { db } = ctx
  const stored = known ?? (await queries.linesOf(db, row.id))
  if (!known) {
    await checkOpeningDay(ctx, row)
    await checkPostable(ctx, row, stored)
  }
  const accounts = new Map((await allAccounts(db)).map((account) => [account.id, account]))
  await post(ctx, {
    event: entryEvent,
    source: { type, id: row.id },
    businessDate: row.businessDate,
    branchId: row.branchId,
    note: row.reason,
    lines: (await postedLines(db, stored)).map(
      ({ accountId, partyType, partyId, quantity, itemId, branchId, amount }) => ({
        part: { id: accountId, keeps: null, party: accounts.get(accountId)?.party ?? null },
        branchId,
        amount,
        itemId,
        ...(quantity !== null && { quantity }),
        ...(partyType !== null && partyId !== null && { party: { type: partyType, id: partyId } }),
      }),
    ),
  })
}

async function undo(ctx: Reversed, row: Row) {
  const today = await businessDate(ctx.db, row.branchId, ctx.now)
  const date = ctx.input.businessDate ?? today
  if (date > today) throw refuseField('businessDate', 'DATE_AHEAD')
  if (date < row.businessDate) throw refuseField('businessDate', 'REVERSED_BEFORE')
  actInBranches(ctx, await queries.linesOf(ctx.db, row.id))
  await mirror(ctx, row.id, date)
  return { reversedOn: date }
}

const mirror = (poster: Poster, id: string, date: string) =>
  reverse(poster, { source: { type, id }, event: entryEvent, businessDate: date })

/** Undoes what is to be undone by itself, once its day has come at its branch, each entry by itself; answers how many. */
export async function reverseDue(db: Db, now: Date): Promise<number> {
  let count = 0
  // A branch may be a day ahead of UTC.
  const latest = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
  await takeEach(await queries.due(db, latest), async (one) => {
    if (one.autoReverseOn === null || one.autoReverseOn > (await businessDate(db, one.branchId, now))) return
    const date = one.autoReverseOn
    await db.transaction().execute((tx) => reverseOne(tx, one, date, now))
    count += 1
  })
  return count
}

type Due = Awaited<ReturnType<typeof queries.due>>[number]

async function reverseOne(db: Db, { id, version, author }: Due, date: string, now: Date): Promise<void> {
  await queries.rows.update(
    db,
    { id, version },
    { state: entryWorkflow.actions.reverse.to, reversedOn: date },
  )
  await mirror({ db, actor: { userId: null, name: author }, now }, id, date)
  await addEvent(
    db,
    { type, id },
    {
      act: 'reverse',
      fromState: 'posted',
      toState: 'reversed',
      byId: null,
      byName: author,
      at: now.toISOString(),
      note: '',
    },
  )
}

export const entryJobs: readonly Job[] = [
  {
    name: 'ledger.reverseDue',
    cron: '*/5 * * * *',
    run: async (_payload, { services: { db, now } }) =>
      takeEach(await inCompany(undefined, () => companies(db)), ({ id }) =>
        inCompany(id, () => reverseDue(db, now())),
      ),
  },
]
