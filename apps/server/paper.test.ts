import { describe, expect, test } from 'vitest'
import { sheetPdf } from '#kit/server/paper/sheet.server.ts'
import { textOf } from '#kit/test/pdf.ts'
import type { Receipt } from '#modules/exchange/receipts/receipts.domain.ts'
import { receiptPdf } from '#modules/exchange/receipts/receipts.server.ts'

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
    const nameless = signsOf(textOf(await print('-')), own)
    const printed = signsOf(textOf(await print(name)), own)
    expect(signsOf(name, own)).not.toBe('')
    expect(printed).toBe(signsOf(name + nameless, own))
  })
})
