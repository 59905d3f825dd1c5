import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { DB } from '#db/types.ts'
import { decide } from '#kit/domain/document.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { keepFile, storedFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { workbook } from '#kit/server/tables/table.server.ts'
import { type Bulk, bulk } from './bulk.contract.ts'
import { bulkColumns, bulkWorkflow } from './bulk.domain.ts'
import * as queries from './bulk.queries.ts'

const { rows } = queries
type Row = Selectable<DB['screening.bulk']>

export const bulkRouter = serve(bulk, {
  list: async ({ db, input, actor, language }) => {
    const page = await queries.list(db, input, seesAll(actor) ? null : actor.userId)
    return { ...page, items: page.items.map((row) => shown(row, language)) }
  },
  getById: async (ctx) => shown(await own(ctx, ctx.input.id), ctx.language),
  upload: async ({ db, input, file, services, actor, now, language }) => {
    const { next } = decide(bulkWorkflow, { state: null }, { act: 'upload' }, { actor, now })
    if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
    await queries.refuseMore(db)
    const made = await rows.insert(db, {
      ...next,
      dataSource: input.dataSource,
      fileId: await keepFile(db, services.files, file, actor),
      fileName: file.name || '-',
      byId: actor.userId,
      byName: actor.name,
      createdAt: now.toISOString(),
    })
    await enqueue(db, 'screening.bulk', { id: made.id })
    return shown(made, language)
  },
  cancel: async (ctx) => {
    const { state } = await own(ctx, ctx.input.id)
    await rows.lock(ctx.db, ctx.input)
    const { next } = decide(bulkWorkflow, { state }, { act: 'cancel' }, ctx)
    const finishedAt = ctx.now.toISOString()
    return shown(await rows.update(ctx.db, ctx.input, { ...next, finishedAt }), ctx.language)
  },
  result: async (ctx) => {
    const { resultFileId } = await own(ctx, ctx.input.id)
    if (!resultFileId) throw notFound()
    return storedFile(ctx.db, resultFileId)
  },
  template: () => Promise.resolve(workbook('screening', Object.keys(bulkColumns), [])),
})

const seesAll = (actor: Ctx['actor']) => actor.permissions.has('view_screening')

/** The file, of whoever sent it or of compliance. */
async function own({ db, actor }: Ctx, id: string): Promise<Row> {
  const row = await rows.get(db, id)
  if (row.byId !== actor.userId && !seesAll(actor)) throw notFound()
  return row
}

function shown(row: Row, language: Ctx['language']): z.input<typeof Bulk> {
  const { failure, failureData, resultFileId } = row
  return {
    ...row,
    failure: failure && text(language, `refusals.${failure}`, failureData as Record<string, unknown>),
    hasResult: resultFileId !== null,
  }
}
