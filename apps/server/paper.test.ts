import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onMissingSign } from '#kit/server/paper/fonts.server.ts'
import { sheetPdf } from '#kit/server/paper/sheet.server.ts'
import { countBoxes, glyphTextOf, textOf } from '#kit/test/pdf.ts'
import type { Receipt } from '#modules/exchange/receipts/receipts.domain.ts'
import { receiptPdf } from '#modules/exchange/receipts/receipts.server.ts'

const run = promisify(execFile)

const receipt = (name: string): Receipt => ({
  company: { name: 'Straits Exchange', taxNumber: '', licenceNumber: 'MSB-1', address: '', phone: '' },
  branch: { name: 'KLCC', address: '', phone: '' },
  counter: 'Counter 1',
  teller: 'Lim Mei Ling',
  number: 'KLC-2026-000123',
  businessDate: '2026-11-21',
  time: '14:05',
  customer: { name, idNumber: '****5231' },
  localCurrency: 'MYR',
  lines: [],
  fees: [],
  taxes: [],
  rounding: '0.00',
  total: '-1.00',
  payments: [],
  deliveries: [],
  change: null,
  terms: '',
  verification: '',
  validUntil: null,
  voidReason: null,
})

const sheet = (title: string, language: string) =>
  sheetPdf({ title, kind: '', lines: [], facts: [], tables: [], foot: '', language })

const terms = { language: 'en', variant: 'receipt' } as const
const papers: Record<string, (name: string) => Promise<Buffer>> = {
  'a roll': (name) => receiptPdf(receipt(name), { ...terms, paper: 'roll80' }),
  'a roll in Chinese': (name) =>
    receiptPdf(receipt(name), { ...terms, language: 'zh_Hant', paper: 'roll80' }),
  'a receipt of A4': (name) => receiptPdf(receipt(name), { ...terms, paper: 'a4' }),
  'a sheet': (name) => sheet(name, 'en'),
  'a sheet in Vietnamese': (name) => sheet(name, 'vi'),
}

const names = {
  Latin: 'Đặng Thị Hồng Ánh',
  Cyrillic: 'Виктор Зарунин',
  Greek: 'Γεώργιος Παπάς',
  Arabic: 'محمد عبد الرحمن',
  Hebrew: 'דוד לוי',
  Thai: 'สมชาย ใจดี',
  'traditional Han': '陳大龍',
  'simplified Han': '陈大龙',
  Hangul: '김민수',
  'Japanese Han': '𠮷',
  Hiragana: 'さくら',
  Tamil: 'சுரேஷ் குமார்',
  Bengali: 'মোহাম্মদ রহিম',
  Myanmar: 'အောင်ကျော်မြင့်',
  Khmer: 'សុខ ចាន់ណា',
  Lao: 'ສົມສັກ',
  Sinhala: 'සුනිල් පෙරේරා',
  Devanagari: 'श्रीमती कृष्णा',
  Gujarati: 'નરેન્દ્ર',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ',
  Telugu: 'శ్రీనివాస్',
  Kannada: 'ಕೃಷ್ಣಮೂರ್ತಿ',
  Malayalam: 'ശ്രീജിത്ത്',
  Oriya: 'ଓଡ଼ିଆ',
  Thaana: 'މުޙައްމަދު',
  Tibetan: 'བསྟན',
  Javanese: 'ꦏꦽꦱ꧀ꦤ',
  Balinese: 'ᬩᬮᬶ',
  Ethiopic: 'አበበ',
  Armenian: 'Արմեն',
  Georgian: 'გიორგი',
}

/** The signs of one script in a text, in whatever order they stand: what is read from the right is drawn from the left. */
const signsOf = (text: string, script: RegExp) =>
  Array.from(text.normalize('NFKC'))
    .filter((sign) => script.test(sign))
    .toSorted()
    .join('')

describe.each(Object.entries(papers))('%s', (_, print) => {
  test.each(Object.entries(names))('prints a name in %s', async (script, name) => {
    const own =
      script === 'Latin' ? /[^\0-\u024F]|Đ/u : new RegExp(`\\p{Script=${script.split(' ').at(-1)}}`, 'u')
    const nameless = await print('-')
    const pdf = await print(name)
    expect(signsOf(name, own)).not.toBe('')
    for (const read of [textOf, glyphTextOf])
      expect(signsOf(read(pdf), own)).toBe(signsOf(name + read(nameless), own))
    expect(countBoxes(pdf)).toBe(0)
  })

  test('prints a sign that no font has as its code, and no box', async () => {
    const pdf = await print('a\u200b\u0007\t𠀀சு😀')
    expect(glyphTextOf(pdf)).toContain('a[U+0007] [U+20000]சு[U+1F600]')
    expect(countBoxes(pdf)).toBe(0)
  })
})

test('a sign that no font has is said once', async () => {
  const said: string[] = []
  onMissingSign((code) => said.push(code))
  await sheet('\u{1F9FF} \u{1F9FF}', 'en')
  await sheet('\u{1F9FF}', 'en')
  expect(said).toEqual(['U+1F9FF'])
})

test('any text is printed without a box', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (text) => {
      expect(countBoxes(await sheet(text, 'en'))).toBe(0)
    }),
    { numRuns: 30 },
  )
})

test('the start of the server reads no font and loads no shaper', async () => {
  const script = `
    import fs from 'node:fs'
    import { registerHooks, syncBuiltinESMExports } from 'node:module'
    const seen = []
    const { readFile } = fs.promises
    fs.promises.readFile = (file, ...rest) => (seen.push(String(file)), readFile(file, ...rest))
    syncBuiltinESMExports()
    registerHooks({ resolve: (name, context, next) => (name === 'harfbuzzjs' && seen.push(name), next(name, context)) })
    await import('#apps/server/app.ts')
    console.log(JSON.stringify(seen.filter((name) => /harfbuzzjs|woff2|[.]ttf$|unicode[.]json/.test(name))))
    process.exit()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../..'),
  })
  expect(JSON.parse(stdout)).toEqual([])
})
