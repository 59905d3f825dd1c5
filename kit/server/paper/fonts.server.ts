import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/** Of these the first that has a sign is taken; each is cut into files by the signs that are in them. */
const families = [
  { at: import.meta.resolve('@fontsource-variable/noto-sans/package.json') },
  { at: import.meta.resolve('@fontsource-variable/noto-sans-arabic/package.json') },
  { at: import.meta.resolve('@fontsource-variable/noto-sans-hebrew/package.json') },
  { at: import.meta.resolve('@fontsource-variable/noto-sans-thai/package.json') },
  // The default weight of these two is hair-thin, so that it is drawn with a line around it.
  { at: import.meta.resolve('@fontsource-variable/noto-sans-sc/package.json'), isThin: true },
  { at: import.meta.resolve('@fontsource-variable/noto-sans-kr/package.json'), isThin: true },
]

const staticFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-tc/${name}/NotoSansTC_${name}.ttf`))
/** Latin and traditional Han with a true bold: two files of 7 MB, for what is given to customers. */
const forCustomers: Part = {
  file: staticFile('400Regular'),
  bold: staticFile('700Bold'),
  isThin: false,
  ranges: [
    [0x20, 0xff],
    [0x2000, 0x206f],
    [0x2e80, 0x9fff],
    [0xf900, 0xfaff],
    [0xfe30, 0xfe4f],
    [0xff00, 0xffef],
    [0x20000, 0x2ffff],
  ],
}

interface Part {
  file: string
  isThin: boolean
  bold?: string
  ranges: [from: number, to: number][]
}
/** A font that is open, with how it is drawn. */
export interface Face {
  font: Font
  /** Without one bold is drawn with a line around it. */
  bold?: Font | undefined
  isThin: boolean
}
/** A piece of text that one font draws. */
export interface Run {
  face: Face
  text: string
}

let listing: Promise<Part[]> | undefined
const open = new Map<string, Promise<Face>>()
const latin = 'noto-sans-latin-wght-normal.woff2'
const require = createRequire(import.meta.url)
// It has no types of its own.
const { decompress } = require('wawoff2') as {
  decompress: (woff2: Uint8Array) => Promise<Uint8Array>
}

const rangesOf = (written: string): Part['ranges'] =>
  written.split(',').map((range) => {
    const [from = '0', to = from] = range.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

async function listParts(): Promise<Part[]> {
  const all = families.map(async ({ at, isThin = false }) => {
    const folder = dirname(fileURLToPath(at))
    const ranges = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
    return Object.entries(ranges).map(([key, written]) => ({
      file: join(folder, 'files', `${basename(folder)}-${key.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
      isThin,
      ranges: rangesOf(written),
    }))
  })
  return (await Promise.all(all)).flat()
}

const fontOf = async (file: string) => {
  const bytes = await readFile(file)
  return create(file.endsWith('.woff2') ? Buffer.from(await decompress(bytes)) : bytes) as Font
}

/** Opened once and kept: some 40 KB each, of those whose signs were ever printed. */
function faceOf({ file, bold, isThin }: Part): Promise<Face> {
  const known = open.get(file)
  if (known) return known
  const opening = Promise.all([fontOf(file), bold && fontOf(bold)]).then(([font, heavy]) => ({
    font,
    bold: heavy || undefined,
    isThin,
  }))
  open.set(file, opening)
  opening.catch(() => open.delete(file))
  return opening
}

const isJoining = (sign: string) => /[\p{M}\p{Cf}]/u.test(sign)

/**
 * Opens what these texts are written in, whatever the script, and answers how a text is cut into runs of one font each. A sign
 * that no font has is drawn as an empty box.
 */
export async function facesFor(
  texts: Iterable<string>,
  isForCustomers: boolean,
): Promise<(text: string) => Run[]> {
  listing ??= listParts()
  listing.catch(() => (listing = undefined))
  const parts = isForCustomers ? [forCustomers, ...(await listing)] : await listing
  const signs = new Set<string>()
  for (const text of texts) for (const sign of text) signs.add(sign)
  const basic = isForCustomers ? forCustomers : parts.find(({ file }) => file.endsWith(latin))
  if (!basic) throw new Error('The fonts for paper are not installed.')
  const fallback = await faceOf(basic)
  const faces = new Map<string, Face>()
  for (const sign of signs) {
    const point = sign.codePointAt(0) ?? 0
    for (const part of parts.filter(({ ranges }) =>
      ranges.some(([from, to]) => point >= from && point <= to),
    )) {
      const face = await faceOf(part)
      if (!face.font.hasGlyphForCodePoint(point)) continue
      // A glyph that was first drawn as part of another has forgotten which sign it is, and could not be copied.
      const glyph = face.font.glyphForCodePoint(point)
      if (glyph.codePoints.length === 0) glyph.codePoints.push(point)
      faces.set(sign, face)
      break
    }
  }
  return (text) => {
    const runs: Run[] = []
    for (const sign of text) {
      const last = runs.at(-1)
      const face = faces.get(sign) ?? fallback
      if (last && (last.face === face || isJoining(sign) || (sign === ' ' && isRightToLeft(last.text))))
        last.text += sign
      else runs.push({ face, text: sign })
    }
    // What parts a word read from the right from what follows stands at its other end.
    return runs.flatMap((run) => {
      const bare = run.text.trimEnd()
      return bare !== run.text && isRightToLeft(run.text)
        ? [
            { ...run, text: bare },
            { face: fallback, text: run.text.slice(bare.length) },
          ]
        : [run]
    })
  }
}

/** Whether a text begins in a script that is read from the right. */
const isRightToLeft = (text: string): boolean => /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
