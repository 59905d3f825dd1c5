import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { clustersOf } from '#kit/domain/clusters.domain.ts'
import { shapeFont } from './shape.server.ts'

/** Of these the first that has a cluster is taken; each is cut into files by the signs that are in them. */
const families = [
  'sans sans-arabic sans-hebrew sans-thai sans-lao sans-khmer sans-myanmar sans-tamil sans-bengali sans-sinhala',
  'sans-gujarati sans-gurmukhi sans-telugu sans-kannada sans-malayalam sans-oriya sans-thaana sans-armenian',
  'sans-georgian sans-ethiopic sans-javanese sans-balinese serif-tibetan sans-sc sans-kr sans-jp',
].flatMap((line) => line.split(' '))
/** Their default weight is hair-thin, so that they are drawn with a line around them. */
const thin = new Set(['sans-hebrew', 'sans-sc', 'sans-kr', 'sans-jp'])
/** The signs of these follow one another as they are written; fontkit draws them without HarfBuzz. */
const isPlain = (family: string, key: string) =>
  /^sans-(sc|kr|jp)$/.test(family) || (family === 'sans' && key !== 'devanagari')

const staticFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-tc/${name}/NotoSansTC_${name}.ttf`))
/** Latin and traditional Han with a true bold: two files of 7 MB, for what is given to customers. */
const forCustomers: Part = {
  file: staticFile('400Regular'),
  bold: staticFile('700Bold'),
  isThin: false,
  isShaped: false,
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
  isShaped: boolean
  bold?: string
  ranges: [from: number, to: number][]
}
/** A font that is open, with how it is drawn. */
export interface Face {
  font: Font
  /** Without one bold is drawn with a line around it. */
  bold?: Font | undefined
  isThin: boolean
  /** What it is known by within a document. */
  name: string
  /** Whether its glyphs do not follow the text, which is then written beside them. */
  isShaped: boolean
}
/** A piece of text that one font draws. */
export interface Run {
  face: Face
  text: string
}

/** Parts that are kept open, of some 100 KB each. */
const mostOpen = 64
/** Signs that are said to be missing at most. */
const mostMissing = 1000
const missing = new Set<string>()
let reportMissing: (code: string) => void = () => {}

/** Names who is told, once for each sign, that no font has it: by its code as `U+1F600`. */
export const onMissingSign = (report: (code: string) => void): void => {
  reportMissing = report
}

/** What is never seen itself: joiners, marks of direction, selectors of a variant. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u

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
  const all = families.map(async (family) => {
    const name = `noto-${family}`
    const at = import.meta.resolve(`@fontsource-variable/${name}/package.json`)
    const folder = dirname(fileURLToPath(at))
    const ranges = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
    return Object.entries(ranges).map(([key, written]) => ({
      file: join(folder, 'files', `${name}-${key.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
      isThin: thin.has(family),
      isShaped: !isPlain(family, key),
      ranges: rangesOf(written),
    }))
  })
  return (await Promise.all(all)).flat()
}

async function openFont(file: string, isShaped: boolean): Promise<Font> {
  const read = await readFile(file)
  const bytes = file.endsWith('.woff2') ? Buffer.from(await decompress(read)) : read
  const font = create(bytes) as Font
  return isShaped ? shapeFont(font, bytes) : font
}

/** Opens a part when it is first printed, and closes the one that was not printed for longest. */
function openFace(part: Part): Promise<Face> {
  const { file, bold, isThin, isShaped } = part
  const opening =
    open.get(file) ??
    Promise.all([openFont(file, isShaped), bold && openFont(bold, isShaped)]).then(([font, heavy]) => ({
      font,
      bold: heavy || undefined,
      isThin,
      isShaped,
      name: basename(file),
    }))
  open.delete(file)
  open.set(file, opening)
  opening.catch(() => open.delete(file))
  const [oldest = ''] = open.keys()
  if (open.size > mostOpen) open.delete(oldest)
  return opening
}

/** Whether a font has each sign of a cluster; a glyph first drawn within another has forgotten its sign. */
function hasCluster({ font }: Face, cluster: string): boolean {
  return Array.from(cluster).every((sign) => {
    const point = sign.codePointAt(0) ?? 0
    if (ignorable.test(sign)) return true
    if (!font.hasGlyphForCodePoint(point)) return false
    const glyph = font.glyphForCodePoint(point)
    if (glyph.codePoints.length === 0) glyph.codePoints.push(point)
    return true
  })
}

/** A cluster as it is looked for: composed where that is shorter, nothing where it is never seen. */
function prepareCluster(cluster: string): string {
  if (cluster === '\t') return ' '
  if (/^[\p{Default_Ignorable_Code_Point}\r\n]*$/u.test(cluster)) return ''
  const composed = cluster.normalize('NFC')
  return composed.length < cluster.length ? composed : cluster
}

/** The faces of a document: looked for among all fonts before it is drawn, and among those that it uses then. */
async function findFaces(texts: Iterable<string>, parts: readonly Part[], basic: Face) {
  const faces = new Map<string, Face | undefined>()
  const used = new Set([basic])
  async function find(cluster: string) {
    if (faces.has(cluster)) return faces.get(cluster)
    const point = cluster.codePointAt(0) ?? 0
    faces.set(cluster, undefined)
    for (const part of parts) {
      if (!part.ranges.some(([from, to]) => point >= from && point <= to)) continue
      const face = await openFace(part)
      if (!hasCluster(face, cluster)) continue
      faces.set(cluster, face)
      used.add(face)
      break
    }
    return faces.get(cluster)
  }
  const clusters = new Set<string>()
  for (const text of texts) for (const cluster of clustersOf(text)) clusters.add(prepareCluster(cluster))
  for (const cluster of clusters)
    if (!(await find(cluster))) for (const sign of cluster) if (!ignorable.test(sign)) await find(sign)
  return (cluster: string) => {
    if (!faces.has(cluster))
      faces.set(
        cluster,
        [...used].find((face) => hasCluster(face, cluster)),
      )
    return faces.get(cluster)
  }
}

/** A sign that no font has as it is printed: its code, said in the log once. */
function printCode(sign: string): string {
  const code = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  if (!missing.has(code) && missing.size < mostMissing) {
    missing.add(code)
    reportMissing(code)
  }
  return `[${code}]`
}

/**
 * Opens what these texts are written in, whatever the script, and answers how a text is cut into runs of one font each. A sign that no font has is printed as its code.
 */
export async function facesFor(
  texts: Iterable<string>,
  isForCustomers: boolean,
): Promise<(text: string) => Run[]> {
  listing ??= listParts()
  listing.catch(() => (listing = undefined))
  const listed = await listing
  const parts = isForCustomers ? [forCustomers, ...listed] : [...listed, forCustomers]
  const first = isForCustomers ? forCustomers : listed.find(({ file }) => file.endsWith(latin))
  if (!first) throw new Error('The fonts for paper are not installed.')
  const basic = await openFace(first)
  const faceOf = await findFaces(texts, parts, basic)
  return (text) => {
    const runs: Run[] = []
    const add = (face: Face, piece: string) => {
      const last = runs.at(-1)
      const own = face.isShaped ? piece : piece.replaceAll(new RegExp(ignorable, 'gu'), '')
      if (last?.face === face) last.text += own
      else runs.push({ face, text: own })
    }
    for (const cluster of clustersOf(text)) {
      const prepared = prepareCluster(cluster)
      const face = prepared && faceOf(prepared)
      if (face) add(face, prepared)
      else
        for (const sign of prepared) {
          const own = faceOf(sign)
          if (own || !ignorable.test(sign)) add(own ?? basic, own ? sign : printCode(sign))
        }
    }
    return runs
  }
}
