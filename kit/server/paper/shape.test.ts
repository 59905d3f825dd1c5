import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { shapeFont } from './shape.server.ts'

const { decompress } = createRequire(import.meta.url)('wawoff2') as {
  decompress: (woff2: Uint8Array) => Promise<Uint8Array>
}

async function fontOf(script: string) {
  const file = `noto-sans-${script}/files/noto-sans-${script}-${script}-wght-normal.woff2`
  const at = fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`))
  const bytes = Buffer.from(await decompress(await readFile(at)))
  const font = create(bytes) as Font
  return { font, shaped: await shapeFont(font, bytes) }
}

const glyphsOf = (font: Font, text: string) => font.layout(text).glyphs.map(({ id }) => id & 0xffff)

test.each([
  ['Burmese e', 'myanmar', 'က', 'ေ'],
  ['Khmer e', 'khmer', 'ក', 'េ'],
  ['Tamil e', 'tamil', 'க', 'ெ'],
  ['Bengali i', 'bengali', 'ক', 'ি'],
  ['Sinhala e', 'sinhala', 'ක', 'ෙ'],
])('a vowel written after its letter is drawn before it: %s', async (_, script, letter, vowel) => {
  const { font, shaped } = await fontOf(script)
  const idOf = (sign: string) => font.glyphForCodePoint(sign.codePointAt(0) ?? 0).id
  expect(glyphsOf(shaped, letter + vowel).at(-1)).toBe(idOf(letter))
})

test.each([
  ['Burmese stack', 'myanmar', 'က္က', 2],
  ['Khmer coeng', 'khmer', 'ស្ត', 2],
  ['Sinhala touching letters', 'sinhala', 'ශ්‍ර', 2],
])(
  'letters under one another are drawn without the sign that joins them: %s',
  async (_, script, text, most) => {
    const { shaped } = await fontOf(script)
    const glyphs = glyphsOf(shaped, text)
    expect(glyphs.length).toBeLessThanOrEqual(most)
    expect(glyphs).not.toContain(0)
  },
)
