import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clustersOf } from '#kit/domain/clusters.domain.ts'
import { linesOf } from '#kit/domain/lines.domain.ts'
import { sheetPdf } from './sheet.server.ts'

/** Every letter is five wide; counts what is measured. */
function measure() {
  let measured = 0
  return {
    widthOf: (text: string) => {
      measured += text.length
      return Array.from(text).length * 5
    },
    seen: () => measured,
  }
}

describe('lines of a text', () => {
  test('hold all of it, none wider than the column, and no character is cut', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 5, max: 60 }),
        (text, wide) => {
          const { widthOf } = measure()
          const lines = linesOf(text, wide, widthOf)
          expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
          for (const line of lines) {
            expect(line.isWellFormed()).toBe(true)
            expect(clustersOf(line).length <= 1 || widthOf(line.trimEnd()) <= wide).toBe(true)
          }
        },
      ),
    )
  })

  test('break between words', () => {
    expect(linesOf('one two three\nfour', 40, measure().widthOf)).toEqual(['one two', 'three', 'four'])
  })

  test.each([
    ['Thai', 'บริษัทแลกเปลี่ยนเงินตราต่างประเทศ', ['บริษัท', 'แลก', 'เปลี่ยน', 'เงิน', 'ตรา', 'ต่าง', 'ประเทศ']],
    ['Khmer', 'ព្រះរាជាណាចក្រកម្ពុជា', ['ព្រះរាជាណាចក្រ', 'កម្ពុជា']],
    ['Lao', 'ສາທາລະນະລັດປະຊາທິປະໄຕ', ['ສາທາລະນະລັດ', 'ປະຊາທິປະໄຕ']],
    ['Burmese', 'မြန်မာနိုင်ငံတော်အစိုးရ', ['မြန်မာနိုင်ငံ', 'တော်', 'အစိုးရ']],
  ])('break between the words of %s, which has no spaces', (_, text, expected) => {
    const wide = Math.max(...expected.map((word) => Array.from(word).length * 5))
    const lines = linesOf(text, wide, measure().widthOf)
    const ends = expected.map((_word, index) => expected.slice(0, index + 1).join(''))
    expect(lines.length).toBeGreaterThan(1)
    for (const index of lines.keys()) expect(ends).toContain(lines.slice(0, index + 1).join(''))
  })

  test.each([
    ['Khmer letters under others', 'ស្ត្រី'],
    ['Burmese stacks', 'န္တန္တ'],
    ['Tamil split vowels', 'கொகோ'],
    ['Sinhala joined by ZWJ', 'ශ්‍රීක්‍ර'],
    ['Kannada conjuncts', 'ಕೃಷ್ಣ'],
    ['families of emoji', '👨‍👩‍👧👨‍👩‍👧'],
  ])('never end within a cluster: %s', (_, text) => {
    expect(linesOf(text, 1, measure().widthOf)).toEqual(clustersOf(text))
  })

  test.each([
    ['one long word', 'x'.repeat(200_000)],
    ['words of one letter', 'x '.repeat(100_000)],
    ['characters of two units', '\u{1F600}'.repeat(100_000)],
  ])('are found by measuring as much as the text grows: %s', (_, text) => {
    const of = (part: string) => {
      const { widthOf, seen } = measure()
      linesOf(part, 400, widthOf)
      return seen()
    }
    expect(of(text) / of(text.slice(0, text.length / 10))).toBeLessThan(11)
  })

  test('are no longer than a page is wide in characters that take no room', () => {
    const lines = linesOf('\u200B'.repeat(100_000), 400, () => 0)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(250)
  })
})

describe('a sheet', () => {
  const sheetOf = (letters: number) =>
    sheetPdf({
      title: 'One',
      kind: 'Profile',
      lines: [],
      facts: [['Name', 'x'.repeat(letters)]],
      tables: [],
      foot: '',
      language: 'en',
    })

  test('with a name of 40,000 letters is printed within seconds', async () => {
    expect((await sheetOf(40_000)).subarray(0, 5).toString()).toBe('%PDF-')
  }, 10_000)

  test('of more than can be printed is refused', async () => {
    await expect(sheetOf(100_001)).rejects.toMatchObject({ code: 'PAPER_LONG' })
  })
})
