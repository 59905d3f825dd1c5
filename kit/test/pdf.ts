import { inflateSync } from 'node:zlib'

/** The texts of a PDF with embedded fonts: what is shown, by what each font says its glyphs are. */
export function textOf(pdf: Buffer): string {
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
  const said = all.flatMap(({ stream }) =>
    [...stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].map(([, name, shown = '']) => {
      if (name !== undefined) font = fonts.get(name) ?? []
      const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      return glyphs.map((glyph) => font[parseInt(glyph, 16)] ?? '?').join('')
    }),
  )
  // Han signs that stand together may be of several fonts.
  return said.join(' ').replaceAll(/(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu, '')
}
