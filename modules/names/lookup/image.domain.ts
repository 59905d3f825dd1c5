/** An index as one block of memory: it is written once, and any number of threads may read it together. */
export type IndexImage = SharedArrayBuffer

const types = { Uint8Array, Uint16Array, Uint32Array, Float32Array }
type TypeName = keyof typeof types
export type Column = Uint8Array | Uint16Array | Uint32Array | Float32Array

/** The columns of an image, by what they hold. */
export interface Columns {
  /** Terms: each different word of the names once, in UTF-8, with its script and its letters as bits. */
  termText: Uint8Array
  termAt: Uint32Array
  termScript: Uint8Array
  termLetters: Uint32Array
  /** Term numbers by the hash of what may be left of a term after a typing error. */
  bucketAt: Uint32Array
  bucketTerm: Uint32Array
  /** Rows: each spelling of each name, with its entity, its text, its parts and the classes of its legal forms. */
  rowEntity: Uint32Array
  rowText: Uint32Array
  rowQuality: Uint8Array
  rowForms: Uint8Array
  rowWeight: Float32Array
  rowAt: Uint32Array
  partTerm: Uint32Array
  partKind: Uint8Array
  partShare: Uint8Array
  /** The rows of each term. */
  postingAt: Uint32Array
  posting: Uint32Array
  /** Names as the list writes them. */
  textBytes: Uint8Array
  textAt: Uint32Array
  /** Entities: kind, and the rest as JSON that is read only for those that come near. */
  entitySchema: Uint8Array
  entityJson: Uint8Array
  entityAt: Uint32Array
}

const kinds: Record<keyof Columns, TypeName> = {
  termText: 'Uint8Array',
  termAt: 'Uint32Array',
  termScript: 'Uint8Array',
  termLetters: 'Uint32Array',
  bucketAt: 'Uint32Array',
  bucketTerm: 'Uint32Array',
  rowEntity: 'Uint32Array',
  rowText: 'Uint32Array',
  rowQuality: 'Uint8Array',
  rowForms: 'Uint8Array',
  rowWeight: 'Float32Array',
  rowAt: 'Uint32Array',
  partTerm: 'Uint32Array',
  partKind: 'Uint8Array',
  partShare: 'Uint8Array',
  postingAt: 'Uint32Array',
  posting: 'Uint32Array',
  textBytes: 'Uint8Array',
  textAt: 'Uint32Array',
  entitySchema: 'Uint8Array',
  entityJson: 'Uint8Array',
  entityAt: 'Uint32Array',
}
const order = Object.keys(kinds) as (keyof Columns)[]
const mark = 0x41_47_53_31
const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8

/** Puts columns into one block: a mark, the length of each column, the columns. */
export function pack(columns: Columns): IndexImage {
  const head = aligned(4 * (order.length + 1))
  const size = order.reduce((sum, name) => sum + aligned(columns[name].byteLength), head)
  const image = new SharedArrayBuffer(size)
  const lengths = new Uint32Array(image, 0, order.length + 1)
  lengths[0] = mark
  let at = head
  for (const [place, name] of order.entries()) {
    const column = columns[name]
    lengths[place + 1] = column.length
    new Uint8Array(image, at).set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
    at += aligned(column.byteLength)
  }
  return image
}

/** The columns of an image, without copying any. */
export function unpack(image: IndexImage): Columns {
  const lengths = new Uint32Array(image, 0, order.length + 1)
  if (lengths[0] !== mark) throw new Error('This memory holds no index of names.')
  let at = aligned(4 * (order.length + 1))
  const columns: Partial<Columns> = {}
  for (const [place, name] of order.entries()) {
    const column = new (types[kinds[name]] as typeof Uint8Array)(image, at, lengths[place + 1])
    Object.assign(columns, { [name]: column })
    at += aligned(column.byteLength)
  }
  return columns as Columns
}

const decoder = new TextDecoder()

/** One of the texts of a column; a view on shared memory is copied for decoding. */
export const textAt = (content: Uint8Array, at: Uint32Array, place: number): string =>
  decoder.decode(content.slice(at[place] as number, at[place + 1] as number))

const encoder = new TextEncoder()

/** A column that grows while an index is built. */
export class Growing<T extends Column> {
  #room: T
  length = 0

  constructor(make: (length: number) => T) {
    this.#make = make
    this.#room = make(1024)
  }

  #make: (length: number) => T

  push(value: number): void {
    if (this.length === this.#room.length) this.#grow(this.length + 1)
    this.#room[this.length++] = value
  }

  /** A text in UTF-8, into a column of bytes. */
  pushText(text: string): void {
    if (!(this.#room instanceof Uint8Array)) throw new TypeError('Texts go into columns of bytes.')
    if (this.length + text.length * 3 > this.#room.length) this.#grow(this.length + text.length * 3)
    this.length += encoder.encodeInto(text, this.#room.subarray(this.length)).written
  }

  #grow(least: number): void {
    const wider = this.#make(Math.max(least, this.#room.length * 2))
    wider.set(this.#room)
    this.#room = wider
  }

  done(): T {
    return this.#room.subarray(0, this.length) as T
  }
}
