import { Readable } from 'node:stream'
import { csvLine } from '#kit/domain/cells.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { StreamedFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { tableRows, workbook } from '#kit/server/tables/table.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import { all, rows, taxCodesOfLedgers, taxLedgerIds, usesOf } from '../accounts/accounts.queries.ts'
import { isPostedBeside } from '../accounts/accounts.server.ts'
import { currencyCodes } from '../accounts/currencies.server.ts'
import { all as allGroups, rows as groupRows } from '../accounts/groups.queries.ts'
import { holdPosting } from '../accounts/hold.queries.ts'
import { chartSheet } from './chart.contract.ts'
import {
  chartColumns,
  type ChartFault,
  chartNames,
  chartOf,
  type ChartRow,
  pathSign,
} from './chart.domain.ts'

export const chartRouter = serve(chartSheet, { export: exported, import: imported })

type Stored = Awaited<ReturnType<typeof all>>[number]

async function exported({ db, input }: Ctx<{ format: 'csv' | 'xlsx' }>): Promise<StreamedFile> {
  const paths = new Map((await allGroups(db)).map(({ id, path }) => [id, path]))
  const codeOf = await currencyCodes(db)
  const taxCodes = new Map((await taxCodesOfLedgers(db)).map(({ id, code }) => [id, code]))
  const cells = (await all(db)).map((one) => [
    one.code,
    one.name,
    one.class,
    (one.groupId && paths.get(one.groupId)) ?? '',
    one.isManual ? 'yes' : 'no',
    one.closedFrom ?? '',
    ...chartNames.map((key) => one[key]),
    codeOf(one.currencyId) ?? '',
    (one.taxCodeId && taxCodes.get(one.taxCodeId)) ?? '',
  ])
  if (input.format === 'xlsx') return workbook('chart', chartColumns, cells)
  const lines = [[...chartColumns], ...cells].map((line) => csvLine(line))
  return { name: 'chart.csv', mediaType: 'text/csv', stream: Readable.from([Buffer.from(lines.join(''))]) }
}

/** What a row changes: a ledger to add, one to change, or nothing. */
interface Plan {
  row: ChartRow
  before: Stored | undefined
  /** Undefined where the sheet does not say, or says what the company does not have. */
  currencyId: string | null | undefined
  taxCodeId: string | null | undefined
}

async function imported({ db, input, file, actor, language }: Ctx<{ isTrial: boolean }>) {
  actOnWhole(actor.assigned)
  if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  const pieces = await Array.fromAsync(tableRows(new Uint8Array(file.bytes), file.type))
  const { found, faults } = chartOf(pieces.flatMap((piece) => piece.rows))
  await holdPosting(db)
  const known = new Map((await all(db)).map((one) => [one.code, one]))
  const ids = new Map((await allCurrencies(db)).map(({ id, code }) => [code, id]))
  const taxCodes = new Map((await taxCodesOfLedgers(db)).map(({ id, code }) => [code, id]))
  const ofTax = await taxLedgerIds(db)
  const plans: Plan[] = found.map((row) => ({
    row,
    before: known.get(row.code),
    currencyId: row.currency && ids.get(row.currency),
    taxCodeId: row.taxCode && taxCodes.get(row.taxCode),
  }))
  for (const plan of plans) faults.push(...taxFaultsOf(plan, ofTax), ...(await faultsOf(db, plan)))
  const paths = await allGroups(db)
  const missing = missingGroups(found, new Set(paths.map((one) => `${one.class} ${one.path}`)))
  const pathOf = new Map(paths.map(({ id, path }) => [id, path]))
  const isChanged = ({ row, before, currencyId, taxCodeId }: Plan) =>
    before !== undefined &&
    (before.name !== row.name ||
      chartNames.some((key) => (row.names[key] ?? before[key]) !== before[key]) ||
      (currencyId !== undefined && currencyId !== before.currencyId) ||
      (taxCodeId !== undefined && taxCodeId !== before.taxCodeId) ||
      before.class !== row.class ||
      ((before.groupId && pathOf.get(before.groupId)) ?? '') !== row.path.join(pathSign) ||
      (before.keeps === null && before.isManual !== row.isManual) ||
      before.closedFrom !== row.closedFrom)
  const changed = plans.filter(isChanged)
  const added = plans.filter(({ before }) => before === undefined)
  const isTrial = input.isTrial || faults.length > 0
  if (!isTrial) await write(db, [...added, ...changed], missing)
  return {
    isTrial,
    added: added.map(({ row }) => row.code),
    changed: changed.map(({ row }) => row.code),
    same: plans.length - added.length - changed.length,
    groups: missing.map(({ path }) => path.join(pathSign)),
    faults: faults.map((fault) => ({ ...fault, message: text(language, `refusals.${fault.code}`) })),
  }
}

/** The company has the tax code, and a ledger of tax is not taxed itself. */
function taxFaultsOf({ row, before, taxCodeId }: Plan, ofTax: ReadonlySet<string>): ChartFault[] {
  if (!row.taxCode) return []
  const at = { rowNumber: row.rowNumber, field: 'taxCode' } as const
  if (taxCodeId === undefined) return [{ ...at, code: 'TAX_CODE_UNKNOWN' }]
  return before && ofTax.has(before.id) ? [{ ...at, code: 'TAX_OF_TAX' }] : []
}

/** As the forms of a ledger refuse it: what is posted or mapped keeps its class, and is not closed behind its lines. */
async function faultsOf(db: Db, { row, before, currencyId }: Plan): Promise<ChartFault[]> {
  const { rowNumber } = row
  if (row.currency && currencyId === undefined)
    return [{ rowNumber, field: 'currency', code: 'LEDGER_CURRENCY_UNKNOWN' }]
  if (before === undefined) return []
  if (currencyId && currencyId !== before.currencyId && (await isPostedBeside(db, before.id, currencyId)))
    return [{ rowNumber, field: 'currency', code: 'LEDGER_CURRENCIES' }]
  const isClosing = row.closedFrom !== null && row.closedFrom !== before.closedFrom
  if (before.class === row.class && !isClosing) return []
  const whole = await usesOf(db, before.id, null)
  const late = await usesOf(db, before.id, row.closedFrom)
  return [
    ...(before.class !== row.class && (whole.isPosted || whole.isMapped)
      ? [{ rowNumber, field: 'class', code: 'LEDGER_USED' } as const]
      : []),
    ...(isClosing && whole.isMapped ? [{ rowNumber, field: 'closed', code: 'LEDGER_MAPPED' } as const] : []),
    ...(isClosing && late.isPosted
      ? [{ rowNumber, field: 'closed', code: 'LEDGER_POSTED_AFTER' } as const]
      : []),
  ]
}

interface Group {
  class: ChartRow['class']
  path: string[]
}

/** The groups on the way to a ledger that are not there, each once, a parent before what is in it. */
function missingGroups(found: readonly ChartRow[], known: ReadonlySet<string>): Group[] {
  const seen = new Set(known)
  return found.flatMap(({ class: kind, path }) =>
    path.flatMap((_, at) => {
      const part = path.slice(0, at + 1)
      const key = `${kind} ${part.join(pathSign)}`
      if (seen.has(key)) return []
      seen.add(key)
      return [{ class: kind, path: part }]
    }),
  )
}

async function write(db: Db, plans: readonly Plan[], missing: readonly Group[]): Promise<void> {
  const ids = new Map((await allGroups(db)).map(({ id, class: kind, path }) => [`${kind} ${path}`, id]))
  const idOf = (kind: string, path: readonly string[]) =>
    path.length === 0 ? null : (ids.get(`${kind} ${path.join(pathSign)}`) ?? null)
  for (const { class: kind, path } of missing) {
    const parentId = idOf(kind, path.slice(0, -1))
    const { id } = await groupRows.insert(db, { class: kind, name: path.at(-1) ?? '', parentId, position: 0 })
    ids.set(`${kind} ${path.join(pathSign)}`, id)
  }
  for (const { row, before, currencyId, taxCodeId } of plans) {
    const { code, name, class: kind, path, closedFrom, names } = row
    const groupId = idOf(kind, path)
    const draft = {
      code,
      name,
      ...names,
      class: kind,
      groupId,
      closedFrom,
      ...(currencyId !== undefined && { currencyId }),
      ...(taxCodeId !== undefined && { taxCodeId }),
    }
    if (before === undefined) await rows.insert(db, { ...draft, isManual: row.isManual })
    else
      await rows.update(
        db,
        { id: before.id, version: before.version },
        { ...draft, ...(before.keeps === null && { isManual: row.isManual }) },
      )
  }
}
