import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { tableRows } from '#kit/server/tables/table.server.ts'
import { xlsx } from '#kit/server/tables/table.server.ts'
import { packRepeated, sheetHead, sheetTail, textsHead, workbookOf, zipOf } from '#kit/test/hostile-files.ts'
import { readFeedAside } from '#modules/rates/sources/aside.server.ts'
import { surveyList } from '#modules/watchlists/lists/aside.server.ts'

// Every reader against files that are made to break it, with the code that each is refused with. Run as a program it reads those
// that are named, one after the other, and says what came of each.

const kilo = 'x'.repeat(1000)

async function table(path: string, type: string): Promise<void> {
  for await (const _ of tableRows(await bytesOf(path), type)) continue
}
async function list(path: string, isOwn: boolean): Promise<void> {
  for await (const _ of surveyList(path, isOwn)) continue
}
/** As `readStored` does: in a buffer of their own. */
async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array((await stat(path)).size)
  const file = await open(path)
  await file.read(bytes)
  await file.close()
  return bytes
}
const readers: Record<string, (path: string) => Promise<unknown>> = {
  workbook: (path) => table(path, xlsx),
  text: (path) => table(path, 'text/csv'),
  'own list': (path) => list(path, true),
  list: (path) => list(path, false),
  feed: async (path) => readFeedAside(await bytesOf(path), new Date()),
}

interface Hostile {
  make(): Buffer
  /** What comes of it: the code of a refusal, or `read`. */
  code: string
  /** Takes too long for a test that runs each time. */
  isLong?: boolean
}

const gzip = (head: string, unit: string, times: number, tail = '') => {
  const many = Math.max(1, Math.floor(1_048_576 / unit.length))
  const block = gzipSync(unit.repeat(many))
  return Buffer.concat([
    gzipSync(head),
    ...(Array.from({ length: Math.ceil(times / many) }).fill(block) as Buffer[]),
    gzipSync(tail),
  ])
}
const sheet = (head: string, unit: string, times: number, tail: string) =>
  workbookOf({ sheet: packRepeated(sheetHead + head, unit, times, tail + sheetTail) })
const emptySheet = sheetHead + sheetTail
const entity = '<!DOCTYPE a [<!ENTITY e0 "ha"><!ENTITY e1 "&e0;&e0;&e0;&e0;&e0;&e0;&e0;&e0;">]>'
const person = '<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>A</FIRST_NAME></INDIVIDUAL>'
const inside = (xml: string) => `<CONSOLIDATED_LIST><INDIVIDUALS>${xml}</INDIVIDUALS></CONSOLIDATED_LIST>`
const thing = (id: number, schema: string, properties: object) =>
  `${JSON.stringify({ id: `a${id}`, schema, caption: 'A', properties })}\n`
const cube = (inner: string) =>
  `<gesmes:Envelope><Cube><Cube time="2026-01-02">${inner}</Cube></Cube></gesmes:Envelope>`
const numbers = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`)

export const hostile: Record<string, Record<string, Hostile>> = {
  workbook: {
    'giant cell': {
      make: () => sheet('<row><c t="str"><v>', kilo, 600_000, '</v></c></row>'),
      code: 'TABLE_VALUE',
    },
    'cell of 40,000': {
      make: () =>
        workbookOf({ sheet: `${sheetHead}<row><c t="str"><v>${kilo.repeat(40)}</v></c></row>${sheetTail}` }),
      code: 'TABLE_CELL',
    },
    'giant attribute': { make: () => sheet('<row r="', kilo, 600_000, '"/>'), code: 'TABLE_VALUE' },
    'giant shared text': {
      make: () =>
        workbookOf({
          sheet: emptySheet,
          texts: packRepeated(`${textsHead}<si><t>`, kilo, 600_000, '</t></si></sst>'),
        }),
      code: 'TABLE_VALUE',
    },
    'many shared texts': {
      make: () =>
        workbookOf({
          sheet: emptySheet,
          texts: packRepeated(textsHead, `<si><t>${kilo}</t></si>`, 300_000, '</sst>'),
        }),
      code: 'UNPACKED_TOO_LARGE',
    },
    'one text in many cells': {
      make: () =>
        workbookOf({
          sheet: packRepeated(sheetHead, '<row><c t="s"><v>0</v></c></row>', 1_000_000, sheetTail),
          texts: `${textsHead}<si><t>${kilo.repeat(30)}</t></si></sst>`,
        }),
      code: 'UNPACKED_TOO_LARGE',
    },
    'many rows': {
      make: () => sheet('', '<row/>', 3_000_000, ''),
      code: 'TABLE_LONG',
    },
    'far column': { make: () => sheet('', '<row><c r="XFD1"/></row>', 10, ''), code: 'TABLE_WIDE' },
    'deep nesting': { make: () => sheet('', '<row>', 1_000_000, ''), code: 'TABLE_UNREADABLE' },
    'entity expansion': { make: () => workbookOf({ sheet: entity + emptySheet }), code: 'TABLE_UNREADABLE' },
    'wrong encoding': {
      make: () =>
        workbookOf({
          sheet: Buffer.from(`${sheetHead}<row><c t="str"><v>\u00E9</v></c></row>${sheetTail}`, 'latin1'),
        }),
      code: 'TABLE_UNREADABLE',
    },
    'cut off': { make: () => workbookOf({ sheet: emptySheet }).subarray(0, 700), code: 'TABLE_UNREADABLE' },
    'size that is not true': {
      make: () => workbookOf({ sheet: { ...packRepeated(sheetHead, '<row/>', 1000, sheetTail), size: 10 } }),
      code: 'TABLE_UNREADABLE',
    },
    'many files': {
      make: () => zipOf(Object.fromEntries(numbers(20_000).map((name) => [name, '']))),
      code: 'TABLE_UNREADABLE',
    },
  },
  text: {
    'giant cell': { make: () => Buffer.from(kilo.repeat(50_000)), code: 'TABLE_CELL' },
    'quote never closed': { make: () => Buffer.from(`a,b\n1,"${kilo.repeat(50_000)}`), code: 'TABLE_CELL' },
    'many empty rows': { make: () => Buffer.alloc(20_000_000, '\n'), code: 'TABLE_LONG' },
    'many columns': { make: () => Buffer.alloc(20_000_000, ','), code: 'TABLE_WIDE' },
    'one line of 100 MB': { make: () => Buffer.alloc(104_857_599, 'x'), code: 'TABLE_CELL', isLong: true },
    'one line of 100 MB in UTF-16': {
      make: () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(104_857_596, 'x\0')]),
      code: 'TABLE_CELL',
      isLong: true,
    },
    'lone carriage returns': { make: () => Buffer.alloc(20_000_000, '\r'), code: 'TABLE_LONG' },
    'quotation marks': { make: () => Buffer.alloc(20_000_000, '"'), code: 'TABLE_CELL' },
    'NUL bytes': { make: () => Buffer.alloc(20_000_000), code: 'TABLE_CELL' },
    'marks of byte order': { make: () => Buffer.alloc(20_000_000, '\uFEFF'), code: 'TABLE_CELL' },
    'UTF-16 without a mark': { make: () => Buffer.from('name\nA', 'utf16le'), code: 'read' },
    'wrong encoding': { make: () => Buffer.from('name\n\u00E9\u00FF', 'latin1'), code: 'read' },
    'cut off within a character': { make: () => Buffer.from([0xff, 0xfe, 0x61, 0, 0x62]), code: 'read' },
  },
  'own list': {
    'giant value': { make: () => Buffer.from(`id,name\n1,${kilo.repeat(16_000)}`), code: 'LIST_SHAPE' },
    'many entries, packed': {
      make: () =>
        gzipSync(
          `id,name\n${numbers(200_001)
            .map((id) => `${id},A`)
            .join('\n')}`,
        ),
      code: 'LIST_TOO_LARGE',
    },
    'unpacks to 2 GB': { make: () => gzip('id,name\n', `${kilo}\n`, 2_000_000), code: 'LIST_SHAPE' },
    'blanks of 2 GB': {
      make: () => gzip('<CONSOLIDATED_LIST>', ' '.repeat(1000), 2_000_000),
      code: 'LIST_SHAPE',
    },
    'empty lines of 2 GB': {
      make: () => gzip('id,name\n', '\n'.repeat(1000), 2_000_000),
      code: 'LIST_TOO_LARGE',
      isLong: true,
    },
    'NUL bytes': { make: () => Buffer.alloc(16_000_000), code: 'LIST_FORMAT' },
    'lone carriage returns': { make: () => Buffer.alloc(16_000_000, '\r'), code: 'LIST_EMPTY' },
    'UTF-16': { make: () => Buffer.from('\uFEFFid,name\n1,A', 'utf16le'), code: 'LIST_ENCODING' },
    'cut off, packed': { make: () => gzipSync(inside(person)).subarray(0, 60), code: 'LIST_TRUNCATED' },
  },
  list: {
    'giant element': {
      make: () => Buffer.from(inside(`<INDIVIDUAL>${kilo.repeat(16_000)}`)),
      code: 'LIST_SHAPE',
    },
    'deep nesting': { make: () => Buffer.from(inside('<a>'.repeat(1_000_000))), code: 'LIST_SHAPE' },
    'entity expansion': { make: () => Buffer.from(entity + inside(person)), code: 'LIST_SHAPE' },
    'wrong encoding': { make: () => Buffer.from(inside('\u00E9'), 'latin1'), code: 'LIST_ENCODING' },
    'cut off': { make: () => Buffer.from(inside(person).slice(0, 90)), code: 'LIST_TRUNCATED' },
    'deep JSON': {
      make: () => Buffer.from(thing(1, 'Person', {}) + '['.repeat(4_000_000)),
      code: 'LIST_SHAPE',
    },
    'deep JSON, closed': {
      make: () => Buffer.from(`${thing(1, 'Person', {})}${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}\n`),
      code: 'LIST_SHAPE',
      isLong: true,
    },
    'links of all with all': {
      make: () => Buffer.from(thing(1, 'Ownership', { owner: numbers(50_000), asset: numbers(50_000) })),
      code: 'LIST_SHAPE',
    },
    'many links, packed': {
      make: () => gzip('', thing(1, 'Ownership', { owner: numbers(20), asset: numbers(20) }), 1_000_000),
      code: 'LIST_TOO_LARGE',
      isLong: true,
    },
    'many entries': {
      make: () =>
        gzip('', Array.from({ length: 1 }, () => thing(1, 'Person', { name: ['A'] })).join(''), 6_000_000),
      code: 'LIST_TWICE',
      isLong: true,
    },
  },
  feed: {
    'many files of 16 MB': {
      make: () =>
        zipOf(Object.fromEntries(numbers(200).map((name) => [name, packRepeated('', kilo, 16_000, '')]))),
      code: 'FEED_SHAPE',
    },
    'unpacks to 2 GB': {
      make: () => zipOf({ a: packRepeated('', kilo, 2_000_000, '') }),
      code: 'FEED_TOO_LARGE',
    },
    'size that is not true': {
      make: () => zipOf({ a: { ...packRepeated('', kilo, 2_000_000, ''), size: 10 } }),
      code: 'FEED_TOO_LARGE',
    },
    'deep JSON': { make: () => Buffer.from(`{"data":${'['.repeat(8_000_000)}`), code: 'FEED_TOO_LARGE' },
    'deep JSON of 1 MB': {
      make: () => Buffer.from(`{"data":${'['.repeat(500_000)}${']'.repeat(500_000)}}`),
      code: 'FEED_SHAPE',
    },
    'giant attribute': {
      make: () => Buffer.from(cube(`<Cube rate="${kilo.repeat(16_000)}`)),
      code: 'FEED_SHAPE',
    },
    'deep nesting': {
      make: () => Buffer.from(`<gesmes:Envelope>${'<Cube>'.repeat(2_000_000)}`),
      code: 'FEED_SHAPE',
    },
    'entity expansion': { make: () => Buffer.from(entity + cube('')), code: 'FEED_SHAPE' },
    'NUL bytes': { make: () => Buffer.alloc(16_000_000), code: 'FEED_SHAPE' },
    'UTF-16': { make: () => Buffer.from(`\uFEFF${cube('')}`, 'utf16le'), code: 'FEED_SHAPE' },
    'many quotes': {
      make: () => Buffer.from(cube('<Cube currency="USD" rate="1"/>'.repeat(500_000))),
      code: 'FEED_TWICE',
      isLong: true,
    },
    'wrong encoding': { make: () => Buffer.from(cube('\u00E9'), 'latin1'), code: 'FEED_SHAPE' },
    'cut off': { make: () => Buffer.from(cube('').slice(0, 40)), code: 'FEED_TRUNCATED' },
  },
}

export interface Outcome {
  code: string
  seconds: number
  /** What the process held at most until now. */
  megabytes: number
}

/** Reads these files in a process of its own that is run as a server is; fewer outcomes than files where it ended. */
export function outcomesOf(asked: readonly (readonly [reader: string, file: string])[]): Outcome[] {
  const folder = mkdtempSync(join(tmpdir(), 'agio-hostile-'))
  try {
    const paths = asked.map(([reader, file], at) => {
      const path = join(folder, String(at))
      writeFileSync(path, hostile[reader]?.[file]?.make() ?? '')
      return [reader, path]
    })
    const args = ['--max-old-space-size=512', import.meta.filename, JSON.stringify(paths)]
    const { stdout } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = stdout.toString().split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as Outcome)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What the system says elsewhere counts what began this process, too. */
function mostHeld(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

async function attempt(reader: string, path: string): Promise<Outcome> {
  const started = performance.now()
  let code = 'read'
  try {
    await readers[reader]?.(path)
  } catch (error) {
    code = error instanceof Refusal ? String(error.code) : String(error)
  }
  const seconds = (performance.now() - started) / 1000
  return { code, seconds, megabytes: mostHeld() }
}

if (import.meta.main)
  for (const [reader, path] of JSON.parse(process.argv[2] ?? '[]') as [string, string][])
    process.stdout.write(`${JSON.stringify(await attempt(reader, path))}\n`)
