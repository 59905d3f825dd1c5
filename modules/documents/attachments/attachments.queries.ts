import type { Db } from '#kit/server/database.server.ts'
import type { Subject } from '#modules/subject.domain.ts'
import type { Attachment } from './attachments.contract.ts'

/** The files of a document with the ids of the stored ones, in the order in which they were added. */
export async function filesOf(db: Db, { type, id }: Subject): Promise<(Attachment & { fileId: string })[]> {
  const rows = await db
    .selectFrom('documents.attachment as a')
    .innerJoin('kit.file as f', (join) =>
      join.onRef('f.companyId', '=', 'a.companyId').onRef('f.id', '=', 'a.fileId'),
    )
    .select(['a.id', 'a.fileId', 'a.addedBy', 'a.addedAt', 'f.name', 'f.mediaType', 'f.size'])
    .where('a.subjectType', '=', type)
    .where('a.subjectId', '=', id)
    .orderBy('a.addedAt')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({ ...row, addedAt: new Date(row.addedAt).toISOString() }))
}

export const addFile = (
  db: Db,
  { type, id }: Subject,
  file: { fileId: string; addedAt: string; addedById: string; addedBy: string },
) =>
  db
    .insertInto('documents.attachment')
    .values({ ...file, subjectType: type, subjectId: id })
    .execute()

/** Which of these documents have a file. */
export async function listWithFiles(db: Db, type: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .selectFrom('documents.attachment')
    .select('subjectId')
    .distinct()
    .where('subjectType', '=', type)
    .where('subjectId', 'in', [...ids])
    .execute()
  return new Set(found.map(({ subjectId }) => subjectId))
}
