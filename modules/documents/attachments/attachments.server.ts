import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { keepFile, storedFile } from '#kit/server/files.server.ts'
import { mayActAt, reaches } from '#modules/organisation/public.server.ts'
import { addEvent } from '../history/history.queries.ts'
import type { Attachment } from './attachments.contract.ts'
import * as queries from './attachments.queries.ts'

/** So many files of one document. */
const most = 10

type Key = { id: string; version: number }
interface Place {
  branchId: string | null
  counterId: string | null
}

/** What of a kind of document its files need. */
interface AttachedKind<Row extends Key & { state: string }> {
  type: string
  find: (db: Db, ids: readonly string[]) => Promise<Row[]>
  table: { lock: (db: Db, key: Key) => Promise<unknown> }
  /** Where one stands; `company` of what belongs to no branch: whoever holds the permission reaches it. */
  places: 'company' | ((row: Row) => Readonly<Record<string, Place>>)
}

/**
 * The handlers of the files of a kind of document. Who does not see a document finds none (404); who stands at none of its places adds
 * none (OUT_OF_SCOPE). Each one added is a line of its history, with the hash of its bytes, and sealed with it.
 */
export function attachmentHandlers<Row extends Key & { state: string }>(kind: AttachedKind<Row>) {
  const { places } = kind
  const isIn = (row: Row, holds: (place: Place) => boolean) =>
    places === 'company' || Object.values(places(row)).some(holds)
  const seenRow = async ({ db, actor }: Pick<Ctx, 'actor' | 'db'>, id: string) => {
    const [row] = await kind.find(db, [id])
    if (!row || !isIn(row, (place) => reaches(actor.scope, place))) throw notFound()
    return row
  }
  const list = async (ctx: Pick<Ctx<{ id: string }>, 'actor' | 'db' | 'input'>): Promise<Attachment[]> => {
    const { id } = await seenRow(ctx, ctx.input.id)
    const files = await queries.filesOf(ctx.db, { type: kind.type, id })
    return files.map(({ fileId: _fileId, ...file }) => file)
  }
  return {
    attachments: list,
    attach: async (ctx: Ctx<Key>): Promise<Attachment[]> => {
      const { db, input, file, actor, now, services } = ctx
      const { id, state } = await seenRow(ctx, input.id)
      await kind.table.lock(db, input)
      const [row] = await kind.find(db, [id])
      if (!row || !isIn(row, (place) => mayActAt(actor, place))) throw new Refusal('OUT_OF_SCOPE')
      if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
      const subject = { type: kind.type, id }
      if ((await queries.filesOf(db, subject)).length >= most)
        throw refuseField('file', 'TOO_MANY_ATTACHMENTS', { most })
      const at = now.toISOString()
      await queries.addFile(db, subject, {
        fileId: await keepFile(db, services.files, file, actor),
        addedAt: at,
        addedById: actor.userId,
        addedBy: actor.name,
      })
      await addEvent(db, subject, {
        act: 'attach',
        fromState: state,
        toState: state,
        byId: actor.userId,
        byName: actor.name,
        at,
        note: `${file.name} · SHA-256 ${file.sha256}`,
      })
      return list(ctx)
    },
    attachment: async (ctx: Pick<Ctx<{ id: string; attachmentId: string }>, 'actor' | 'db' | 'input'>) => {
      const { id } = await seenRow(ctx, ctx.input.id)
      const files = await queries.filesOf(ctx.db, { type: kind.type, id })
      const one = files.find((file) => file.id === ctx.input.attachmentId)
      if (!one) throw notFound()
      return storedFile(ctx.db, one.fileId)
    },
  }
}
