import { constants, crc32, deflateRawSync } from 'node:zlib'

// Files that are small and unpack to much, or are broken: each is made where it is needed.

interface Packed {
  packed: Buffer
  size: number
  sum: number
}

/** Packs `head`, a unit so many times, and `tail`, without ever holding what that unpacks to. */
export function packRepeated(head: string, unit: string, times: number, tail: string): Packed {
  // A block of its own, which names nothing before it, may stand as often as one likes.
  const many = Math.max(1, Math.floor(1_048_576 / unit.length))
  const flush = { finishFlush: constants.Z_FULL_FLUSH, level: 6 }
  const block = Buffer.from(unit.repeat(many))
  const blocks = Math.floor(times / many)
  const end = Buffer.from(unit.repeat(times % many) + tail)
  const packed = Buffer.concat([
    deflateRawSync(head, flush),
    ...(Array.from({ length: blocks }).fill(deflateRawSync(block, flush)) as Buffer[]),
    deflateRawSync(end),
  ])
  const size = Buffer.byteLength(head) + block.length * blocks + end.length
  // The sum of what is refused long before its end is never looked at.
  return { packed, size, sum: blocks === 0 ? crc32(head + end.toString()) : 0 }
}

const plain = (content: string | Uint8Array): Packed => {
  const bytes = Buffer.from(content as string)
  return { packed: deflateRawSync(bytes), size: bytes.length, sum: crc32(bytes) }
}

/** An archive of these files. */
export function zipOf(files: Record<string, string | Uint8Array | Packed>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const { packed, size, sum } =
      typeof content === 'object' && 'packed' in content ? content : plain(content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(sum, 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(size, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    head.copy(entry, 6, 4, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += head.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...all: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
export const sheetHead = `<worksheet xmlns="${main}"><sheetData>`
export const sheetTail = '</sheetData></worksheet>'
export const textsHead = `<sst xmlns="${main}">`

type Part = string | Uint8Array | Packed

/** A workbook of one sheet or several, with whatever is given in place of its parts. */
export const workbookOf = (parts: {
  sheet?: Part
  sheets?: readonly { name: string; state?: string; sheet: Part }[]
  styles?: string
  texts?: string | Packed
  types?: Packed
}): Buffer => {
  const sheets = parts.sheets ?? [{ name: 'A', sheet: parts.sheet ?? '' }]
  const elements = sheets.map(
    ({ name, state = 'visible' }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 10}"/>`,
  )
  return zipOf({
    '[Content_Types].xml':
      parts.types ??
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${elements.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, at): [string, string, string] => [
        `rId${at + 10}`,
        'worksheet',
        `worksheets/sheet${at + 1}.xml`,
      ]),
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
      ['rId3', 'styles', 'styles.xml'],
    ),
    ...Object.fromEntries(sheets.map(({ sheet }, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheet])),
    ...(parts.texts ? { 'xl/sharedStrings.xml': parts.texts } : {}),
    ...(parts.styles ? { 'xl/styles.xml': parts.styles } : {}),
  })
}

/** The first bytes of a picture that says to be so large. */
export const pictures = {
  png(width: number, height: number): Buffer {
    const header = Buffer.alloc(17)
    header.write('IHDR', 0)
    header.writeUInt32BE(width, 4)
    header.writeUInt32BE(height, 8)
    header.set([8, 6, 0, 0, 0], 12)
    const chunk = (name: string) => Buffer.from([0, 0, 0, 0, ...Buffer.from(name), 0, 0, 0, 0])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(header))
    const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
    return Buffer.concat([mark, header, sum, chunk('IDAT'), chunk('IEND')])
  },
  jpeg(width: number, height: number): Buffer {
    const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
    frame.writeUInt16BE(height, 5)
    frame.writeUInt16BE(width, 7)
    const app = Buffer.from([
      0xff,
      0xd8,
      0xff,
      0xe0,
      0,
      16,
      ...Buffer.from('JFIF\0'),
      1,
      1,
      0,
      0,
      1,
      0,
      1,
      0,
      0,
    ])
    return Buffer.concat([app, frame, Buffer.from([0xff, 0xd9])])
  },
  webp(width: number, height: number): Buffer {
    const bytes = Buffer.alloc(30)
    bytes.write('RIFF', 0)
    bytes.writeUInt32LE(22, 4)
    bytes.write('WEBPVP8X', 8)
    bytes.writeUInt32LE(10, 16)
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
    return bytes
  },
}
