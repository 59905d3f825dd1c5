import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from './database.server.ts'
import type { Upload } from './uploads.server.ts'

/**
 * Where the bytes of stored files lie; the rows that describe them are in `kit.file`. Nothing is taken away: the audit names
 * what was replaced.
 */
export interface FileStore {
  put(companyId: string, id: string, bytes: Buffer): Promise<void>
  get(companyId: string, id: string): Promise<Readable>
  /** Whether another file can be kept. */
  hasRoom(): Promise<boolean>
}

const leastRoom = 1_048_576

/** A file store in a folder: `<folder>/<company>/<id>`, written whole or not at all. */
export function diskStore(folder: string): FileStore {
  const place = (companyId: string, id: string) => join(folder, companyId, id)
  return {
    async put(companyId, id, bytes) {
      await mkdir(join(folder, companyId), { recursive: true, mode: 0o700 })
      const partial = `${place(companyId, id)}.${randomUUID()}`
      try {
        await writeFile(partial, bytes, { mode: 0o600, flush: true })
        await rename(partial, place(companyId, id))
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    async get(companyId, id) {
      await stat(place(companyId, id)).catch(() => {
        throw notFound()
      })
      return createReadStream(place(companyId, id))
    },
    async hasRoom() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize >= leastRoom
    },
  }
}

/** Keeps an uploaded file: bytes first, then its row in the caller's transaction; a rollback leaves at most unused bytes. */
export async function keepFile(
  db: Db,
  store: FileStore,
  upload: Upload,
  owner: { companyId: string; userId: string },
): Promise<string> {
  const { id } = await db
    .insertInto('kit.file')
    .values({
      name: upload.name,
      mediaType: upload.type,
      size: upload.bytes.length,
      sha256: upload.sha256,
      createdBy: owner.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await store.put(owner.companyId, id, upload.bytes)
  return id
}

/** Files of one company that wait for a job, or are with one. */
const mostWaiting = 20

/** Refuses a further file while so many rows of the company are in these states, and lets nobody count until the transaction ends. */
export async function refusePile(db: Db, table: string, states: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pile ${table} `} || kit.company()::text, 0))`.execute(
    db,
  )
  const { rows } = await sql`select from ${sql.table(table)}
    where company_id = kit.company() and state = any(${states}) limit ${mostWaiting}`.execute(db)
  if (rows.length === mostWaiting)
    throw new Refusal('FILES_WAITING', { most: mostWaiting }, { kind: 'tooMany' })
}

/** What a download handler answers. */
export interface StoredFile {
  companyId: string
  id: string
  name: string
  mediaType: string
  size: number
}

/** The stored file with this id in the company of the connection; NOT_FOUND otherwise. */
export async function storedFile(db: Db, id: string): Promise<StoredFile> {
  const row = await db.selectFrom('kit.file').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return { companyId: row.companyId, id: row.id, name: row.name, mediaType: row.mediaType, size: row.size }
}

/** All bytes of a stored file, in a buffer of their own. */
export async function readStored(store: FileStore, { companyId, id, size }: StoredFile) {
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const part of (await store.get(companyId, id)) as AsyncIterable<Buffer>) {
    bytes.set(part, at)
    at += part.length
  }
  if (at !== size) throw new Error('A stored file is not as long as its row says')
  return bytes
}

/** A file that is made while it is sent, such as a workbook of a long list. */
export interface StreamedFile {
  name: string
  mediaType: string
  stream: Readable
}

export const isFile = (answer: unknown): answer is StoredFile | StreamedFile =>
  isStoredFile(answer) || (typeof answer === 'object' && answer !== null && 'stream' in answer)

const isStoredFile = (answer: unknown): answer is StoredFile =>
  typeof answer === 'object' && answer !== null && 'mediaType' in answer && 'size' in answer

/** Sends a file. Never as HTML and never sniffed: the browser shows images and saves the rest. */
export async function sendFile(
  reply: FastifyReply,
  store: FileStore,
  file: StoredFile | StreamedFile,
): Promise<FastifyReply> {
  const isStored = isStoredFile(file)
  const bytes = isStored ? await store.get(file.companyId, file.id) : file.stream
  const shown = isStored && file.mediaType.startsWith('image/') && file.mediaType !== 'image/svg+xml'
  if (isStored) reply.header('content-length', file.size)
  return reply
    .header('content-type', file.mediaType)
    .header('content-security-policy', `default-src 'none'; sandbox`)
    .header('cache-control', 'private, no-store')
    .header(
      'content-disposition',
      `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .send(bytes)
}
