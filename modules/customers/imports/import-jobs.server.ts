import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { type Cell, cellFault, cellText } from '#kit/domain/cells.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { isTakenFrom } from '#kit/domain/workflow.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Job, JobContext } from '#kit/server/jobs.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { storedTable } from '#kit/server/tables/stored-table.server.ts'
import { emit } from '#modules/access/public.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { customerCreated } from '../customer-events/customer-events.contract.ts'
import { customersChanged } from '../profiles/profiles.server.ts'
import { insertMany } from '../registration/registration.queries.ts'
import type { Values } from '../profiles/profiles.domain.ts'
import { checkRow, columnsOf, isAside, type Measure, measureOf } from './check.server.ts'
import { type Given, importWorkflow, mostRows } from './imports.domain.ts'
import { twinFaults } from './twins.domain.ts'
import { askAboutImported } from '../duplicate-reviews/duplicate-reviews.server.ts'
import * as queries from './imports.queries.ts'

const batch = 1000
/** Rows that are looked at while everybody else waits. */
const atOnce = 50
/** Transactions side by side: most of the work is the database's, and one lane thinks while others write. */
const lanes = 3
export const checkJob = 'customers.checkImport'
export const takeJob = 'customers.takeImport'

export const importJobs: readonly Job[] = [
  {
    name: checkJob,
    isHeavy: true,
    run: ({ id }, context) => check(String(id), context),
    died: async ({ id }, { services: { db } }) => {
      await queries.move(db, String(id), 'refuse', { failure: 'READER_DIED' })
    },
  },
  {
    name: takeJob,
    isHeavy: true,
    run: async ({ id }, { services, isLast = false }) => {
      try {
        await take(String(id), services)
      } catch (error) {
        if (isLast) await breakOff(services.db, String(id))
        throw error
      }
    },
    died: ({ id }, { services }) => breakOff(services.db, String(id)),
  },
]

/** Reads a file from the beginning and says of each row whether it may come in. */
async function check(id: string, { services, isLast = false }: JobContext): Promise<void> {
  const { db } = services
  const one = await queries.rows.find(db, id)
  if (!one || !isTakenFrom(importWorkflow.actions.check, one.state)) return
  await queries.forgetRows(db, id)
  try {
    await readFile(db, one, services)
    const { good, bad } = await queries.counts(db, id)
    await queries.move(db, id, 'check', { total: good + bad, good, bad })
  } catch (error) {
    const refusal = error instanceof Refusal ? error : undefined
    // Whatever else goes wrong is tried again, as long as it is.
    if (refusal || isLast)
      await queries.move(db, id, 'refuse', {
        failure: String(refusal?.code ?? 'FILE_UNREADABLE'),
        failureData: JSON.stringify(refusal?.data ?? {}),
      })
    if (!refusal) throw error
  }
}

type ImportRow = NonNullable<Awaited<ReturnType<typeof queries.rows.find>>>

async function readFile(db: Db, one: ImportRow, services: Services): Promise<void> {
  const type = one.customerType as FieldType
  const measure = await measureOf(db, type, services.now())
  const seen = new Map<string, number>()
  let total = 0
  // While rows are being written the next ones are looked at.
  let written: Promise<unknown> = Promise.resolve()
  const rule = { most: mostRows, size: batch, otherwise: one.encoding, headsOf: headsOf(type) }
  for await (const part of storedTable(services, one.fileId, rule)) {
    const { heads, encoding, sheet, otherSheets, rows } = part
    total += rows.length
    const read = rows.map(({ rowNumber, cells }) => ({ rowNumber, ...cellsOf(cells, heads) }))
    const judged = await judge(db, one.id, read, measure, seen)
    await written
    const unusedColumns = shorten(heads.heads.filter((head, at) => head.trim() && !heads.fields[at]))
    const progress = { total, encoding, sheet, otherSheets: shorten(otherSheets), unusedColumns }
    written = queries.addRows(db, one.id, judged).then(() => queries.saveProgress(db, one.id, progress))
    // The caller that awaits it gets the error.
    written.catch(() => undefined)
  }
  await written
}

interface Columns {
  fields: (string | undefined)[]
  heads: string[]
}

/** What the first row says that the columns hold. */
const headsOf =
  (type: FieldType) =>
  (heads: string[]): Columns => {
    const fields = columnsOf(type, heads)
    if (!fields.includes('name')) throw new Refusal('FILE_WITHOUT_NAME')
    const unknown = heads.filter((head, at) => head.trim() && !fields[at] && !isAside(head))
    if (unknown.length > 0) throw new Refusal('FILE_UNKNOWN_COLUMNS', { columns: listed(unknown) })
    const twice = heads.filter((_, at) => fields[at] && fields.indexOf(fields[at]) < at)
    if (twice.length > 0) throw new Refusal('FILE_COLUMN_TWICE', { columns: listed(twice) })
    return { fields, heads }
  }

/** As many names of columns as somebody would read. */
const shorten = (names: readonly string[]) => names.slice(0, 20).map((name) => clean(name).slice(0, 60))
const listed = (heads: readonly string[]) => shorten(heads).join(', ')

interface ReadRow {
  rowNumber: number
  given: Given
  /** What is wrong with how it was written. */
  shape: queries.Fault[]
}

/** A row by its fields; values without a column, as where a comma was not quoted, and errors are said and not lost. */
function cellsOf(cells: readonly Cell[], { fields, heads }: Columns): Omit<ReadRow, 'rowNumber'> {
  const given: Given = {}
  const shape: queries.Fault[] = []
  for (const [at, field] of fields.entries()) {
    const [cell = '', fault] = [cells[at], cellFault(cells[at])]
    if (field && fault) shape.push({ field, code: fault.code, data: { value: fault.text } })
    else if (field && cell !== '') given[field] = clean(cellText(cell))
  }
  const left = cells.map(cellText).filter((cell, at) => cell.trim() && !heads[at]?.trim())
  const field = fields.findLast((each) => each !== undefined) ?? 'name'
  const data = { values: left.join(', ').slice(0, 200) }
  return { given, shape: left.length > 0 ? [...shape, { field, code: 'CELLS_LEFT', data }] : shape }
}

// What a text of PostgreSQL cannot hold. One sign more than any field takes stays, so that it is seen to be too long.
const clean = (cell: string) => cell.replaceAll('\u0000', '').toWellFormed().slice(0, 2001)

/** Each row with what is wrong with it, by itself, beside the rows before it and beside the customers there are. */
async function judge(
  db: Db,
  importId: string,
  waiting: readonly ReadRow[],
  measure: Measure,
  seen: Map<string, number>,
): Promise<queries.CheckedRow[]> {
  const read: (ReadRow & ReturnType<typeof checkRow>)[] = []
  for (const [at, row] of waiting.entries()) {
    // Others are answered in between.
    if (at % atOnce === 0) await breathe()
    read.push({ ...row, ...checkRow(row.given, measure) })
  }
  const known = await queries.listKnown(db, importId, measure.type, read)
  return read.map(({ rowNumber, given, shape, values, marks, faults }) => {
    const said = new Set(shape.map(({ field }) => field))
    const others = faults.filter(({ field }) => !said.has(field))
    const all = [...shape, ...others, ...twinFaults(marks, values, known, seen)]
    const { identity, looks } = marks
    for (const mark of [identity, ...looks]) if (mark && !seen.has(mark)) seen.set(mark, rowNumber)
    return { rowNumber, given, identity, looks, faults: all, state: all.length === 0 ? 'good' : 'bad' }
  })
}

/** Takes in all rows that are good, a thousand in a transaction, some of these side by side. */
async function take(id: string, services: Services): Promise<void> {
  const { db } = services
  const one = await queries.rows.find(db, id)
  if (!one || !isTakenFrom(importWorkflow.actions.finish, one.state)) return
  const who = { companyId: one.companyId, userId: one.byId, name: one.byName, now: services.now() }
  const measure = await measureOf(db, one.customerType as FieldType, services.now())
  const before = await queries.counts(db, id)
  let closed = before.done + before.refused
  let last = 0
  for (;;) {
    // From the row after the last: those before it are no longer good, and would be passed over again each time.
    const due = await queries.after(db, id, ['good'], last, batch * lanes)
    if (due.length === 0) break
    last = due.at(-1)?.rowNumber ?? last
    const parts = Array.from({ length: lanes }, (_, lane) => due.slice(lane * batch, (lane + 1) * batch))
    await Promise.all(
      parts.filter((part) => part.length > 0).map((part) => takeBatch(db, who, one.id, part, measure)),
    )
    closed += due.length
    await queries.saveProgress(db, id, { done: closed })
  }
  const { done, bad, refused } = await queries.counts(db, id)
  await queries.move(db, id, 'finish', {
    good: done,
    bad: bad + refused,
    done,
    finishedAt: services.now().toISOString(),
  })
}

/** The rows are not taken in any further; those that were stay. */
async function breakOff(db: Db, id: string): Promise<void> {
  const { done, refused } = await queries.counts(db, id)
  await queries.move(db, id, 'breakOff', { failure: 'IMPORT_BROKEN_OFF', done: done + refused })
}

type DueRow = Awaited<ReturnType<typeof queries.after>>[number]

type Taker = Parameters<typeof runAct>[1] & { now: Date }

/** Takes in these rows in one transaction; whoever was quicker in between is refused and said so. */
async function takeBatch(
  db: Db,
  who: Taker,
  id: string,
  due: readonly DueRow[],
  measure: Measure,
): Promise<void> {
  try {
    await runAct(db, who, 'customerimport.take', (tx) => takeRows(tx, id, due, measure, who))
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    // Another user registered one of them in this moment: one by one it is seen which.
    for (const row of due)
      await runAct(db, who, 'customerimport.take', (tx) => takeRows(tx, id, [row], measure, who)).catch(
        async () => {
          const faults = [{ field: 'idNumber', code: 'DUPLICATE' }]
          await queries.closeRows(db, id, [
            { rowNumber: row.rowNumber, state: 'refused', customerId: null, faults },
          ])
        },
      )
  }
}

async function takeRows(
  db: Db,
  id: string,
  due: readonly DueRow[],
  measure: Measure,
  who: Taker,
): Promise<void> {
  const read = due.map((row) => ({ ...row, ...checkRow(row.given as Given, measure) }))
  const known = await queries.listKnown(db, id, measure.type, read)
  const judged = read.map((row) => {
    const faults = [...row.faults, ...twinFaults(row.marks, row.values, known, new Map())]
    const customerId = faults.length === 0 ? randomUUIDv7() : null
    const { isConfirmed } = row.marks
    return { rowNumber: row.rowNumber, values: row.values, faults, customerId, isConfirmed }
  })
  await insertMany(
    db,
    judged.flatMap(({ customerId, values }) =>
      customerId === null
        ? []
        : [{ id: customerId, customerType: measure.type, values: values as Values & { name: string } }],
    ),
    who.userId,
  )
  const ids = judged.flatMap(({ customerId }) => customerId ?? [])
  const by = { id: who.userId, name: who.name }
  const confirmed = judged.flatMap(({ customerId, isConfirmed }) => (isConfirmed && customerId) || [])
  await askAboutImported(db, confirmed, { reason: await queries.fileNameOf(db, id), by, now: who.now })
  await customersChanged.ask(db, { ids, isNew: true, by, now: who.now })
  await emit(
    { db, now: who.now },
    customerCreated,
    ids.map((customerId) => ({ customerId })),
  )
  await queries.closeRows(
    db,
    id,
    judged.map(({ rowNumber, faults, customerId }) => ({
      rowNumber,
      faults,
      customerId,
      state: customerId === null ? 'refused' : 'done',
    })),
  )
}
