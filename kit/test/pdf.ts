import { inflateSync } from 'node:zlib'

/** The texts of a PDF with embedded fonts: what it says it shows, or what each font says its glyphs are. */
export const textOf = (pdf: Buffer): string =>
  readPdf(pdf)
    .map(({ text }) => text)
    .join(' ')
    // Han signs that stand together may be of several fonts.
    .replaceAll(/(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu, '')

/** How often a PDF draws the empty box that stands for a missing glyph. */
export const countBoxes = (pdf: Buffer): number =>
  readPdf(pdf)
    .flatMap(({ glyphs }) => glyphs)
    .filter((glyph) => glyph === 0).length

/** The texts of a PDF as its fonts give them back, glyph by glyph in the order of drawing. */
export const glyphTextOf = (pdf: Buffer): string =>
  readPdf(pdf)
    .map(({ drawn }) => drawn)
    .join('')

function readPdf(pdf: Buffer): { text: string; drawn: string; glyphs: number[] }[] {
  const objects = new Map<string, { head: string; stream: string }>()
  const source = pdf.toString('latin1')
  for (const [, id = '', body = ''] of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', raw] = body.split('stream\n', 2)
    const bytes = raw === undefined ? undefined : Buffer.from(raw.replace(/\nendstream$/, ''), 'latin1')
    const stream = bytes && head.includes('FlateDecode') ? inflateSync(bytes) : bytes
    objects.set(id, { head, stream: stream?.toString('latin1') ?? '' })
  }
  const all = [...objects.values()]
  const fonts = new Map<string, string[]>()
  for (const { head } of all)
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? ''
      const glyphs = /\[(.*)\]/s.exec(objects.get(map)?.stream ?? '')?.[1] ?? ''
      const signs = [...glyphs.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) =>
        String.fromCharCode(
          ...(hex.replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) => parseInt(unit, 16)),
        ),
      )
      fonts.set(name, signs)
    }
  let font: string[] = []
  let actual: string | undefined
  return all.flatMap(({ stream }) =>
    [...stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\/ActualText \(((?:\\.|[^\\)])*)\)|(EMC)/gs)].map(
      ([, name, shown = '', written, end]) => {
        if (name !== undefined) font = fonts.get(name) ?? []
        if (written !== undefined) actual = decodeText(written)
        if (end) actual = undefined
        const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/g)]
          .flatMap(([, digits = '']) => digits.match(/.{4}/g) ?? [])
          .map((glyph) => parseInt(glyph, 16))
        const drawn = glyphs.map((glyph) => font[glyph] ?? '?').join('')
        const text = written === undefined ? (actual === undefined ? drawn : '') : (actual ?? '')
        return { text, drawn, glyphs }
      },
    ),
  )
}

/** A string of a PDF: UTF-16 behind its mark, with some bytes escaped. */
function decodeText(written: string): string {
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const bytes = Buffer.from(
    written.replaceAll(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign),
    'latin1',
  )
  return bytes[0] === 0xfe ? bytes.subarray(2).swap16().toString('utf16le') : bytes.toString('latin1')
}
