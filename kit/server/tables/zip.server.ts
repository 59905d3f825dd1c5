import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { Refusal } from '#kit/domain/refusal.domain.ts'

/** A file in an archive, as the archive's directory has it. */
export interface ZipPart {
  packed: Buffer
  isPacked: boolean
  size: number
  sum: number
}

const mostParts = 10_000
const piece = 65_536
const [entryMark, localMark] = [0x02014b50, 0x04034b50]

/** Damage, encryption, a size that only ZIP64 can write: the reader of the archive says so in its own words. */
const fault = (why: string) => new Error(`Not an archive: ${why}`)

/** The files of an archive by name in small letters, from its directory; nothing is unpacked yet. */
export function partsOf(given: Uint8Array): Map<string, ZipPart> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const last = bytes.lastIndexOf('PK\u0005\u0006')
  if (last < 0 || last + 22 > bytes.length) throw fault('no directory')
  const count = bytes.readUInt16LE(last + 10)
  if (count > mostParts) throw fault('too many files')
  const parts = new Map<string, ZipPart>()
  let at = bytes.readUInt32LE(last + 16)
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw fault('broken directory')
    const end = at + 46 + bytes.readUInt16LE(at + 28)
    const key = bytes.toString('utf8', at + 46, end).toLowerCase()
    if (parts.has(key)) throw fault('a file twice')
    parts.set(key, partAt(bytes, at))
    at = end + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return parts
}

function partAt(bytes: Buffer, at: number): ZipPart {
  const [packedSize, place] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)]
  const method = bytes.readUInt16LE(at + 10)
  if ((method !== 0 && method !== 8) || (bytes.readUInt16LE(at + 8) & 1) !== 0)
    throw fault('how it is packed')
  if (place + 30 > bytes.length || bytes.readUInt32LE(place) !== localMark) throw fault('broken entry')
  const from = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28)
  if (from + packedSize > bytes.length) throw fault('cut off')
  return {
    packed: bytes.subarray(from, from + packedSize),
    isPacked: method === 8,
    size: bytes.readUInt32LE(at + 24),
    sum: bytes.readUInt32LE(at + 16),
  }
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}

/**
 * What a file of an archive holds, piece by piece as it is unpacked: what it says of its own size is believed only once it was true.
 * @throws Refusal UNPACKED_TOO_LARGE as soon as there are more than `most` bytes
 */
export async function* unpackPart(part: ZipPart, most: number): AsyncGenerator<Buffer> {
  const source = Readable.from(slices(part.packed))
  const inflating = createInflateRaw({ chunkSize: piece })
  // What goes wrong comes out at its end, where it is read.
  const pieces = part.isPacked ? pipeline(source, inflating, () => undefined) : source
  let [size, sum] = [0, 0]
  for await (const bytes of pieces as AsyncIterable<Buffer>) {
    size += bytes.length
    if (size > most) throw new Refusal('UNPACKED_TOO_LARGE', { most: Math.round(most / 2 ** 20) })
    sum = crc32(bytes, sum)
    yield bytes
  }
  if (size !== part.size || sum !== part.sum) throw fault('not what it says')
}
