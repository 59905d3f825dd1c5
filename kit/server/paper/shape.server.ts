import type { Font } from 'fontkit'

/** A glyph of a run as pdfkit embeds it: the same glyph once for each text that it stands for. */
interface Glyph {
  id: number
  advanceWidth: number
  codePoints: number[]
}

const pointsOf = (text: string) => Array.from(text, (sign) => sign.codePointAt(0) ?? 0)

/**
 * A font that HarfBuzz shapes: fontkit puts the vowels of Burmese behind their letters, and fails at Khmer. HarfBuzz is loaded with
 * the first of them. What a PDF is searched for stays the text, as each cluster's first glyph stands for all of it.
 */
export async function shapeFont(font: Font, bytes: Uint8Array): Promise<Font> {
  const harfbuzz = await import('harfbuzzjs')
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(Uint8Array.from(bytes).buffer)))
  const numbers = new Map<string, number>()

  function glyphOf(gid: number, text: string): Glyph {
    const key = `${gid} ${text}`
    const number = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, number)
    return {
      id: number * 0x10000 + gid,
      advanceWidth: font.getGlyph(gid).advanceWidth,
      codePoints: pointsOf(text),
    }
  }

  function layout(text: string) {
    const buffer = new harfbuzz.Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    harfbuzz.shape(shaper, buffer)
    const infos = buffer.getGlyphInfos()
    const starts = [...new Set(infos.map(({ cluster }) => cluster)), text.length].toSorted((a, b) => a - b)
    const textAt = new Map(starts.map((start, index) => [start, text.slice(start, starts[index + 1])]))
    const glyphs = infos.map(({ codepoint, cluster }) => {
      const own = textAt.get(cluster) ?? ''
      textAt.delete(cluster)
      return glyphOf(codepoint, own)
    })
    const positions = buffer.getGlyphPositions().map((position) => ({ ...position }))
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
  }

  function createSubset() {
    const subset = font.createSubset()
    const places = new Map<number, number>()
    // Its type hides what it keeps: the glyphs in the order of their numbers in the subset.
    const { glyphs } = subset as unknown as { glyphs: number[] }
    const includeGlyph = (id: number) => {
      const place = places.get(id) ?? glyphs.push(id & 0xffff) - 1
      places.set(id, place)
      return place
    }
    return Object.assign(subset, { includeGlyph })
  }
  return Object.assign(Object.create(font) as Font, { layout, createSubset })
}
