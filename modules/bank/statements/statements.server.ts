import type { ListInput } from '#kit/contract/list.contract.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { keepFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { type Language, text } from '#kit/server/texts.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { makeLists } from '#modules/documents/public.server.ts'
import { open as openAccounts } from '../accounts/accounts.queries.ts'
import { requireActing } from '../accounts/places.server.ts'
import { readFile } from '../formats/file.server.ts'
import { findAccount, type OwnAccount } from '../formats/identity.domain.ts'
import {
  type Statement as FileStatement,
  type StatementFault,
  sumLines,
} from '../formats/statement.domain.ts'
import { checkOpening } from './continuity.domain.ts'
import { remove } from './remove.server.ts'
import { countRows, newRows, sharedNumbers } from './rows.domain.ts'
import { Mapping, type Preview, statements } from './statements.contract.ts'
import * as queries from './statements.queries.ts'

const { rows } = queries
const shownLines = 20

export const statementsRouter = serve(statements, {
  ...makeLists(listed, 'bank:statements', {
    account: 'text',
    fileName: 'text',
    currency: 'text',
    opening: 'number',
    closing: 'number',
    closingOn: 'text',
    lineCount: 'number',
    newCount: 'number',
    state: 'value',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: async (ctx) => shown(await one(ctx, ctx.input.id), ctx.language),
  lines: async (ctx) => {
    const { db } = ctx
    const { id, pageNum, pageSize } = ctx.input
    const { lineCount: totalItems } = await one(ctx, id)
    const items = await queries.linesOf(db, id, pageSize, (pageNum - 1) * pageSize)
    const totalPages = Math.max(1, Math.ceil(totalItems / pageSize))
    return { items, pagination: { totalItems, totalPages, pageNum, pageSize } }
  },
  preview,
  import: importFile,
  remove,
  mapping: async (ctx) => {
    await accountOf(ctx, ctx.input.accountId)
    return { mapping: await savedMapping(ctx.db, ctx.input.accountId) }
  },
  saveMapping: async (ctx) => {
    const { db } = ctx
    const { accountId, mapping } = ctx.input
    await accountOf(ctx, accountId, { isActing: true })
    const saved = await queries.mappingOf(db, accountId)
    const stored = { mapping: JSON.stringify(mapping) }
    if (saved) await queries.mappings.update(db, saved, stored)
    else await queries.mappings.insert(db, { accountId, ...stored })
    return { mapping }
  },
})

type Asking = Pick<Ctx, 'actor' | 'db'>

async function listed({ db, input, actor, language }: Ctx<ListInput>) {
  const { items, pagination } = await queries.list(db, actor.scope, input)
  return { items: items.map((row) => shown(row, language)), pagination }
}

async function one({ db, actor }: Asking, id: string) {
  const row = await queries.get(db, actor.scope, id)
  if (!row) throw notFound()
  return row
}

/** An open account in reach, with all of them; where something is changed, one that the actor may act at. */
async function accountOf(
  { db, actor }: Asking,
  id: string,
  { isActing = false } = {},
): Promise<{ own: OwnAccount; all: OwnAccount[] }> {
  const codes = new Map((await allCurrencies(db)).map((currency) => [currency.id, currency.code]))
  const found = await openAccounts(db, actor.scope)
  const asked = found.find((account) => account.id === id)
  if (asked && isActing) requireActing(actor, asked)
  const all = found.map((account) => ({
    id: account.id,
    name: account.name,
    number: account.number,
    currency: codes.get(account.currencyId) ?? '',
  }))
  const own = all.find((account) => account.id === id)
  if (!own) throw notFound()
  return { own, all }
}

async function savedMapping(db: Db, accountId: string) {
  const saved = await queries.mappingOf(db, accountId)
  return saved ? Mapping.parse(saved.mapping) : null
}

const said = (faults: readonly StatementFault[], language: Language) =>
  faults.slice(0, 50).map(({ code, data }) => ({ code, message: text(language, `refusals.${code}`, data) }))

function shown({ notes, ...row }: queries.StatementRow, language: Language) {
  return { ...row, notes: said(notes as unknown as StatementFault[], language) }
}

/** A statement of a file with whose it is, and what the account does not have of it yet. */
interface Judged {
  statement: FileStatement
  fits: boolean
  faults: StatementFault[]
  counted: ReturnType<typeof countRows>
  fresh: ReturnType<typeof countRows>
}

/** Whose a statement is, by its number; of a table, and of one without a number, it is the account that was asked. */
function whose(
  statement: FileStatement,
  own: OwnAccount,
  all: readonly OwnAccount[],
): StatementFault | undefined {
  if (statement.account === '') return undefined
  const found = findAccount(statement, all)
  if ('account' in found && found.account.id === own.id) return undefined
  const data = 'account' in found ? { found: statement.account } : found.data
  return {
    code: 'code' in found ? found.code : 'ACCOUNT_OTHER',
    data: { ...data, expected: `${own.name} ${own.number}` },
  }
}

async function judge(
  db: Db,
  statement: FileStatement,
  own: OwnAccount,
  all: readonly OwnAccount[],
): Promise<Judged> {
  const other = statement.format === 'table' ? undefined : whose(statement, own, all)
  const faults = other ? [other] : statement.faults
  const counted = countRows(statement.lines)
  if (faults.length > 0) return { statement, fits: false, faults, counted, fresh: [] }
  const fresh = newRows(
    counted,
    await queries.countKnown(db, own.id, [...new Set(counted.map(({ key }) => key))]),
  )
  const numbers = sharedNumbers(statement.lines)
  if (numbers.length > 0)
    statement.notes.push({ code: 'NOTE_NUMBER_SHARED', data: { numbers: numbers.slice(0, 5).join(', ') } })
  const gap = await gapOf(db, statement, own.id)
  if (gap) statement.notes.push(gap)
  return { statement, fits: true, faults, counted, fresh }
}

async function gapOf(db: Db, { opening, closing, lines }: FileStatement, accountId: string) {
  const anchor = opening && (await queries.anchorOf(db, accountId))
  if (!opening || !anchor || anchor.opening === null) return undefined
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
  const [day, from] = [days[0] ?? opening.on, anchor.firstOn ?? anchor.openingOn ?? '']
  if (day < from) {
    const isBefore = (days.at(-1) ?? opening.on) < from
    if (!isBefore || !closing) return undefined
    return checkOpening({ ...closing, amount: anchor.opening }, { before: closing.amount, ofDay: [] })
  }
  const { sum, ofDay } = await queries.sumBefore(db, accountId, from, day)
  return checkOpening(opening, { before: new Exact(anchor.opening).plus(sum).toFixed(), ofDay })
}

async function preview(ctx: Ctx<{ accountId: string; mapping: string }>): Promise<Preview> {
  const { db, input, file, language } = ctx
  if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  const { own, all } = await accountOf(ctx, input.accountId)
  const mapping = input.mapping ? givenMapping(input.mapping) : await savedMapping(db, own.id)
  const read = await readFile(file.bytes, { account: own.number, currency: own.currency, mapping })
  const judged: Judged[] = []
  for (const statement of read.statements) judged.push(await judge(db, statement, own, all))
  return { statements: judged.map((found) => previewOf(found, language)), table: read.table }
}

function givenMapping(json: string) {
  const parsed = Mapping.safeParse(jsonOf(json))
  if (!parsed.success)
    throw new Refusal(
      'MAPPING_INVALID',
      {},
      { kind: 'invalid', fields: [{ field: 'mapping', code: 'MAPPING_INVALID' }] },
    )
  return parsed.data
}

function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function figures({ lines }: FileStatement) {
  const { debits, credits } = sumLines(lines)
  return { debits: debits.toFixed(), credits: credits.toFixed() }
}

function previewOf(
  { statement, fits, faults, fresh }: Judged,
  language: Language,
): Preview['statements'][number] {
  const { account, currency, format, opening, closing, lines, notes } = statement
  return {
    account,
    currency,
    format,
    fits,
    opening,
    closing,
    lineCount: lines.length,
    newCount: fresh.length,
    ...figures(statement),
    faults: said(faults, language),
    notes: said(notes, language),
    lines: lines.slice(0, shownLines),
  }
}

async function importFile(ctx: Ctx<{ accountId: string }>) {
  const { db, input, file, services, actor, language } = ctx
  if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  const { own, all } = await accountOf(ctx, input.accountId, { isActing: true })
  const mapping = await savedMapping(db, own.id)
  const read = await readFile(file.bytes, { account: own.number, currency: own.currency, mapping })
  if (read.table) throw new Refusal('MAPPING_NEEDED')
  await queries.lockAccount(db, own.id)
  const fileId = await keepFile(db, services.files, file, actor)
  const kept: string[] = []
  const leftOut: string[] = []
  for (const statement of read.statements) {
    const judged = await judge(db, statement, own, all)
    if (judged.fits)
      kept.push(await keep(ctx, judged, { accountId: own.id, fileId, fileName: file.name || '-' }))
    else if (whose(statement, own, all) && read.statements.length > 1) leftOut.push(statement.account)
    else refuse(judged.faults, language)
  }
  if (kept.length === 0)
    throw new Refusal('ACCOUNT_OTHER', { found: leftOut.join(', '), expected: `${own.name} ${own.number}` })
  const made = await Promise.all(kept.map((id) => one(ctx, id)))
  return { statements: made.map((row) => shown(row, language)), leftOut: [...new Set(leftOut)] }
}

/** The first fault of a statement is why nothing of its file is taken. */
function refuse(faults: readonly StatementFault[], language: Language): never {
  const [first] = faults
  if (first?.code === 'ACCOUNT_OTHER') throw new Refusal('ACCOUNT_OTHER', first.data)
  throw new Refusal('STATEMENT_REFUSED', { reason: said(faults, language)[0]?.message ?? '' })
}

async function keep(
  { db, actor, now }: Ctx<unknown>,
  { statement, counted, fresh }: Judged,
  of: { accountId: string; fileId: string; fileName: string },
): Promise<string> {
  const { opening, closing, lines, notes, format, number, currency, account } = statement
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
  const { id } = await rows.insert(db, {
    ...of,
    format,
    number,
    currency,
    statedAccount: account,
    opening: opening?.amount ?? null,
    openingOn: opening?.on ?? null,
    closing: closing?.amount ?? null,
    closingOn: closing?.on ?? null,
    firstOn: days[0] ?? null,
    lastOn: days.at(-1) ?? null,
    lineCount: lines.length,
    newCount: fresh.length,
    ...figures(statement),
    notes: JSON.stringify(notes.slice(0, 50)),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  })
  await queries.keepLines(db, { accountId: of.accountId, statementId: id }, counted, new Set(fresh))
  return id
}
