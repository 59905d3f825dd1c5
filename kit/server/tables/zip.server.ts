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
const [endMark, entryMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50]

/** Why an archive cannot be read: damage, encryption, a size that only ZIP64 can write. Whoever reads it says so in their own words. */
class ZipFault extends Error {}

/** The files of an archive by name in small letters, from its directory; nothing is unpacked yet. */
export function partsOf(given: Uint8Array): Map<string, ZipPart> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endMark)
    throw new ZipFault('no directory')
  const count = bytes.readUInt16LE(end + 10)
  if (count > mostParts) throw new ZipFault('too many files')
  const parts = new Map<string, ZipPart>()
  let at = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw new ZipFault('broken directory')
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as Lengths
    const key = bytes.toString('utf8', at + 46, at + 46 + name).toLowerCase()
    if (parts.has(key)) throw new ZipFault('a file twice')
    parts.set(key, partAt(bytes, at, wideOf(bytes.subarray(at + 46 + name, at + 46 + name + extra))))
    at += 46 + name + extra + comment
  }
  return parts
}
type Lengths = [name: number, extra: number, comment: number]

/** The sizes that ZIP64 keeps beside an entry, in their order. */
function wideOf(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const wide = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    return Array.from({ length: Math.floor(wide.length / 8) }, (_, n) => Number(wide.readBigUInt64LE(n * 8)))
  }
  return []
}

function partAt(bytes: Buffer, at: number, wide: number[]): ZipPart {
  const [size, packedSize, place] = [24, 20, 42].map((offset) => {
    const value = bytes.readUInt32LE(at + offset)
    return value === 0xff_ff_ff_ff ? (wide.shift() ?? Infinity) : value
  }) as [number, number, number]
  const method = bytes.readUInt16LE(at + 10)
  if ((method !== 0 && method !== 8) || (bytes.readUInt16LE(at + 8) & 1) !== 0)
    throw new ZipFault('how it is packed')
  if (place + 30 > bytes.length || bytes.readUInt32LE(place) !== localMark) throw new ZipFault('broken entry')
  const from = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28)
  if (from + packedSize > bytes.length) throw new ZipFault('cut off')
  return {
    packed: bytes.subarray(from, from + packedSize),
    isPacked: method === 8,
    size,
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
export async function* unpacked(part: ZipPart, most: number): AsyncGenerator<Buffer> {
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
  if (size !== part.size || sum !== part.sum) throw new ZipFault('not what it says')
}
