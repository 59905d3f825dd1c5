import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import type { UploadRule } from '#kit/contract/endpoint.contract.ts'
import { isTooLarge, pictureBounds, pictureSize } from '#kit/domain/pictures.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'

/** One file as it came in: the type is found by content. `fields` are the other parts of the form. */
export interface Upload {
  name: string
  type: string
  bytes: Buffer
  sha256: string
  fields: Record<string, string>
}

/** As many connections as a browser opens to one server. */
const mostUploads = 6
/** Bytes of uploads under way, each of which is in memory until its call is answered: of this server, and of one company. */
const mostBytes = { server: 268_435_456, company: 134_217_728 }
/** Bytes of a form beside its file. */
const besides = 262_144
/** Seconds after which to try again. */
const retryAfter = 10
const held = new Map<string, number>()

/** The most bytes that this call may send. */
function sizeOf({ headers }: FastifyRequest, { maxBytes }: UploadRule): number {
  const size = Number(headers['content-length'] ?? maxBytes + besides)
  if (size > maxBytes + besides) throw new Refusal('TOO_LARGE', {}, { kind: 'invalid' })
  return size
}

/**
 * Takes a place for an upload on this server, with room for all that it may send, until the function that it answers is called.
 * @throws Refusal INVALID for a call that has broken off; TOO_MANY_UPLOADS, UPLOADS_FULL, or TOO_LARGE where it says that it sends more
 * than may be
 */
export function enterUpload(
  request: FastifyRequest,
  rule: UploadRule,
  { userId, companyId }: { userId: string; companyId: string },
): () => void {
  // Nothing more would be heard of it, and the place never left.
  if (request.raw.destroyed) throw new Refusal('INVALID', {}, { kind: 'invalid' })
  const bytes = sizeOf(request, rule)
  const tooMany = new Refusal('TOO_MANY_UPLOADS', { most: mostUploads }, { kind: 'tooMany', retryAfter })
  const full = new Refusal('UPLOADS_FULL', { seconds: retryAfter }, { kind: 'unavailable', retryAfter })
  const wanted = [
    { key: `calls of ${userId}`, amount: 1, most: mostUploads, refusal: tooMany },
    { key: `bytes of ${companyId}`, amount: bytes, most: mostBytes.company, refusal: full },
    { key: 'bytes', amount: bytes, most: mostBytes.server, refusal: full },
  ]
  for (const { key, amount, most, refusal } of wanted) if ((held.get(key) ?? 0) + amount > most) throw refusal
  const add = (sign: number) => {
    for (const { key, amount } of wanted) {
      const now = (held.get(key) ?? 0) + sign * amount
      if (now > 0) held.set(key, now)
      else held.delete(key)
    }
  }
  add(1)
  return () => add(-1)
}

const [mostFields, mostOfName] = [20, 100]
// What would end a text of the database, or turn the direction in which it is read.
const unseen = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/** Reads the single file of a multipart request and checks size and true type. The fields come before the file. */
export async function receiveUpload(request: FastifyRequest, rule: UploadRule): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  const { part, bytes } = await onlyFile(request, rule)
  // Plain text has no mark of its own: it is what reads as text and looks like nothing else. A table may be in any encoding.
  const isText = isUtf8(bytes) && !bytes.includes(0)
  const plain = rule.types.includes('text/csv') ? 'text/csv' : isText ? 'text/plain' : ''
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? plain
  const size = type.startsWith('image/') ? pictureSize(type, bytes) : undefined
  if (!rule.types.includes(type) || (type.startsWith('image/') && !size))
    throw new Refusal(
      'FILE_TYPE',
      { types: rule.types },
      { kind: 'invalid', fields: [{ field: 'file', code: 'FILE_TYPE', data: { types: rule.types } }] },
    )
  if (size && isTooLarge(size)) {
    const data = { side: pictureBounds.side, most: pictureBounds.megapixels }
    throw new Refusal('IMAGE_TOO_LARGE', data, {
      kind: 'invalid',
      fields: [{ field: 'file', code: 'IMAGE_TOO_LARGE', data }],
    })
  }
  return {
    // The parser's type hides that a part may be a file by its media type alone, without a name.
    name: ((part.filename as string | undefined) ?? '')
      .replaceAll(unseen, '')
      .slice(0, 200)
      .replace(/\p{Cs}$/u, ''),
    type,
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    fields: plainFields(part),
  }
}

async function onlyFile(request: FastifyRequest, rule: UploadRule) {
  const limits = {
    fileSize: rule.maxBytes - 1,
    files: 1,
    fields: mostFields,
    parts: mostFields + 1,
    fieldSize: 10_000,
    headerPairs: 20,
  }
  try {
    const part = await request.file({ limits })
    if (part) return { part, bytes: await bytesOf(part, sizeOf(request, rule)) }
  } catch (error) {
    // What still comes is not looked at.
    request.raw.unpipe().resume()
    // The parser's errors speak of the body that came: no boundary, or cut off.
    throw error instanceof Refusal ? error : new Refusal('INVALID', {}, { kind: 'invalid' })
  }
  throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
}

/** The file, in a buffer that takes memory only as far as it is filled. */
async function bytesOf({ file }: MultipartFile, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  let at = 0
  for await (const piece of file as AsyncIterable<Buffer>) {
    if (file.truncated) break
    at += piece.copy(bytes, at)
  }
  if (file.truncated) throw new Refusal('TOO_LARGE', {}, { kind: 'invalid' })
  return bytes.subarray(0, at)
}

/** Each field once, as a text and whole: what was sent otherwise would be taken for something that nobody said. */
const plainFields = (part: MultipartFile): Record<string, string> =>
  Object.fromEntries(
    Object.entries(part.fields).flatMap(([name, field]) => {
      if (field && 'file' in field) return []
      const isPlain =
        field && !Array.isArray(field) && typeof field.value === 'string' && !field.valueTruncated
      if (!isPlain || name.length > mostOfName) throw new Refusal('INVALID', {}, { kind: 'invalid' })
      return [[name, field.value as string]]
    }),
  )
