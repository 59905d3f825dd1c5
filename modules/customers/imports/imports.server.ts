import type { Selectable } from 'kysely'
import type { DB } from '#db/types.ts'
import { decide } from '#kit/domain/document.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { keepFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { text } from '#kit/server/texts.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { checkRow, columnsOfFile, fieldsOf, headOf, measureOf } from './check.server.ts'
import { inParts } from '#kit/server/tables/sheet.server.ts'
import { workbook } from '#kit/server/tables/table.server.ts'
import { checkJob, takeJob } from './import-jobs.server.ts'
import { type Import, type ImportRow, imports } from './imports.contract.ts'
import { type Given, importWorkflow, rowStates, type RowState } from './imports.domain.ts'
import { twinFaults } from './twins.domain.ts'
import * as queries from './imports.queries.ts'

const { rows } = queries
type Found = Selectable<DB['customers.importRow']>

const shown = (row: Selectable<DB['customers.import']>, language: Ctx['language']): Import => ({
  ...row,
  state: row.state as Import['state'],
  failure:
    row.failure && text(language, `refusals.${row.failure}`, row.failureData as Record<string, unknown>),
})

const shownRow = (row: Found, language: Ctx['language']): ImportRow => ({
  ...row,
  state: row.state as RowState,
  given: row.given as Given,
  faults: (row.faults as queries.Fault[]).map(({ field, code, data }) => ({
    field,
    message: text(language, `refusals.${code}`, data),
  })),
})

export const importsRouter = serve(imports, {
  list: async ({ db, input, language }) => {
    const page = await queries.list(db, input)
    return { ...page, items: page.items.map((row) => shown(row, language)) }
  },
  getById: async ({ db, input, language }) => shown(await rows.get(db, input.id), language),
  rows: async ({ db, input: { id, state, pageNum, pageSize }, language }) => {
    await rows.get(db, id)
    const counts = await queries.counts(db, id)
    const states: readonly RowState[] = state ? [state] : rowStates
    const totalItems = states.reduce((sum, each) => sum + counts[each], 0)
    const items = await queries.page(db, id, states, pageSize, (pageNum - 1) * pageSize)
    const totalPages = Math.max(1, Math.ceil(totalItems / pageSize))
    return {
      items: items.map((row) => shownRow(row, language)),
      pagination: { totalItems, totalPages, pageNum, pageSize },
    }
  },
  upload: async ({ db, input: { customerType, encoding }, file, services, actor, now, language }) => {
    const { next } = decide(importWorkflow, { state: null }, { act: 'upload' }, { actor, now })
    if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
    await queries.refuseMore(db)
    const fileId = await keepFile(db, services.files, file, actor)
    const by = { byId: actor.userId, byName: actor.name }
    const fileName = file.name || '-'
    const made = await rows.insert(db, {
      ...next,
      customerType: Number(customerType) as FieldType,
      encoding,
      fileId,
      fileName,
      ...by,
    })
    await enqueue(db, checkJob, { id: made.id })
    return shown(made, language)
  },
  updateRow,
  start: async ({ db, input, actor, now, language }) => {
    const { state } = await rows.lock(db, input)
    const { good } = await queries.counts(db, input.id)
    const { next } = decide(importWorkflow, { state, good }, { act: 'start' }, { actor, now })
    await queries.refuseMore(db)
    await enqueue(db, takeJob, { id: input.id })
    return shown(await rows.update(db, input, { ...next, done: 0 }), language)
  },
  cancel: async ({ db, input, actor, now, language }) => {
    const { state } = await rows.lock(db, input)
    const { next } = decide(importWorkflow, { state }, { act: 'cancel' }, { actor, now })
    return shown(await rows.update(db, input, next), language)
  },
  template: ({ input, language }) =>
    Promise.resolve(workbook('customers', headOf(fieldsOf(input.customerType), language), [])),
  faultyRows: async (ctx) => {
    const { db, input, language } = ctx
    const { customerType } = await rows.get(db, input.id)
    const fields = columnsOfFile(customerType as FieldType)
    const head = [...headOf(fields, language), text(language, 'messages.importFields.fault')]
    return workbook('customers', head, faultyCells(ctx, fields))
  },
})

/** The rows that did not come in, each with its faults in words at the end. */
async function* faultyCells(ctx: Ctx<{ id: string }>, fields: readonly string[]) {
  const found = inParts(ctx, (db, { id }, last: Found | undefined) =>
    queries.after(db, id, ['bad', 'refused'], last?.rowNumber ?? 0, 1000),
  )
  for await (const one of found) {
    const { given, faults } = shownRow(one, ctx.language)
    const said = faults.map(({ field, message }) => `${field}: ${message}`).join('; ')
    yield [...fields.map((field) => given[field] ?? ''), said]
  }
}

/** Mends one row of a file that was checked, or refused at its end; the row says what is still wrong. */
async function updateRow(ctx: Ctx<{ id: string; rowNumber: number; given: Given }>) {
  const { db, input, actor, now, language } = ctx
  const { id, rowNumber } = input
  const one = await rows.get(db, id)
  await rows.lock(db, { id, version: one.version })
  const row = await queries.rowAt(db, id, rowNumber)
  if (!row) throw notFound()
  const judged = { state: one.state, isDone: row.state === 'done' }
  decide(importWorkflow, judged, { act: 'mend' }, { actor, now })
  const type = one.customerType as FieldType
  const fields = columnsOfFile(type)
  const given = Object.fromEntries(Object.entries(input.given).filter(([field]) => fields.includes(field)))
  const { values, faults, marks } = checkRow(given, await measureOf(db, type, now))
  const known = await queries.listKnown(db, id, type, [{ values, marks }])
  const twins = await queries.twins(db, id, rowNumber, marks)
  const all = [...faults, ...twinFaults(marks, values, known, twins)]
  const state = all.length === 0 ? 'good' : 'bad'
  const { identity, looks } = marks
  await queries.saveRow(db, id, { rowNumber, given, identity, looks, faults: all, state })
  const { good, bad } = await queries.counts(db, id)
  await queries.saveProgress(db, id, { good, bad })
  return shownRow({ ...row, given, faults: all, state }, language)
}
