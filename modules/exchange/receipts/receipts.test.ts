import { describe, expect, test } from 'vitest'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { textOf } from '#kit/test/pdf.ts'
import { percentShown, rateShown, type Receipt, receiptVariants, taxesOf } from './receipts.domain.ts'
import { receiptPdf } from './receipts.server.ts'

const receipt: Receipt = {
  company: {
    name: 'Straits Exchange',
    taxNumber: 'W10-1808-32000001',
    licenceNumber: 'MSB-1',
    address: '101 Jalan',
    phone: '+60321412345',
  },
  branch: { name: 'Bukit Bintang', address: '101 Jalan Bukit Bintang\n55100 Kuala Lumpur', phone: '' },
  counter: 'Counter 1',
  teller: 'Lim Mei Ling',
  number: 'KLC-2026-000123',
  businessDate: '2026-11-21',
  time: '14:05',
  customer: { name: '陳大文', idNumber: '******-**-5231' },
  localCurrency: 'MYR',
  lines: [
    {
      side: 'bought',
      currency: 'USD',
      quantity: '1000.00',
      rate: '4.45',
      quoteUnit: 1,
      localAmount: '4450.00',
    },
    {
      side: 'sold',
      currency: 'IDR',
      quantity: '12500000',
      rate: '285.71',
      quoteUnit: 1_000_000,
      localAmount: '3571.38',
    },
  ],
  fees: [{ name: 'Payment by card', amount: '96.32' }],
  taxes: [
    { name: 'SST', rate: '0.06', net: '90.87', amount: '5.45' },
    { name: '', rate: '0.0825', net: '1200.00', amount: '99.00' },
  ],
  rounding: '-0.02',
  total: '-781.75',
  payments: [{ mode: 'Cash', currency: 'USD', amount: '1000.00' }],
  deliveries: [{ mode: 'Cash', currency: 'IDR', amount: '12500000' }],
  change: '20.00',
  terms: 'Count your money.',
  verification: 'https://example.com/verify/KLC-2026-000123',
  validUntil: '21/11/2026 14:35',
  voidReason: 'Changed their mind',
}

describe('a receipt', () => {
  for (const paper of ['roll80', 'a4'] as const)
    test(`on ${paper} says all that it must, in both languages`, async () => {
      const english = textOf(await receiptPdf(receipt, { paper, language: 'en', variant: 'receipt' }))
      const facts = `Straits Exchange|MSB-1|Bukit Bintang|Counter 1|Lim Mei Ling|KLC-2026-000123|21/11/2026 14:05|陳大文
        |******-**-5231|1,000.00|4.4500|4,450.00|12,500,000|285.7100|1,000,000|3,571.38|96.32 MYR|SST 6% on 90.87 MYR|5.45 MYR|Tax 8.25% on 1,200.00 MYR|99.00 MYR
        |Tax registration no. W10-1808-32000001|-0.02 MYR
        |We pay|781.75 MYR|12,500,000 IDR|20.00 MYR|Count your money.|Customer signature`
      for (const fact of facts.split('|')) expect(english).toContain(fact.trim())
      const chinese = textOf(await receiptPdf(receipt, { paper, language: 'zh_Hant', variant: 'receipt' }))
      for (const word of ['收據', '我們買入', '我們應付', '淨匯率', '稅項', '稅務登記號碼', '客戶簽署'])
        expect(chinese).toContain(word)
      expect(chinese).toContain('KLC-2026-000123')
    })

  test('adds up what was charged of a tax by its name and rate, whatever the fees are called', () => {
    const fee = (total: string, tax: string, taxName: string, taxRate: string | null) => ({
      fee: total,
      tax,
      taxName,
      taxRate,
    })
    const fees = [
      fee('10.60', '0.60', 'SST', '0.06'),
      fee('5.00', '0.00', '', null),
      fee('21.20', '1.20', 'SST', '0.06'),
      fee('10.80', '0.80', 'SST', '0.08'),
      fee('2.00', '0.00', 'GST', '0'),
    ]
    expect(taxesOf(fees, 2)).toEqual([
      { name: 'SST', rate: '0.06', net: '30.00', amount: '1.80' },
      { name: 'SST', rate: '0.08', net: '10.00', amount: '0.80' },
      { name: 'GST', rate: '0', net: '2.00', amount: '0.00' },
    ])
    expect(['0.06', '0.0825', '0', '1'].map(percentShown)).toEqual(['6%', '8.25%', '0%', '100%'])
  })

  test('that is void says so and why; a quote says until when it holds, and that nothing was paid', async () => {
    const [original, copy, quote, voided] = await Promise.all(
      receiptVariants.map(async (variant) =>
        textOf(await receiptPdf(receipt, { paper: 'roll80', language: 'en', variant })),
      ),
    )
    expect(original).not.toContain('copy')
    expect(copy).toContain('Receipt (copy)')
    expect(voided).toContain('VOID')
    expect(voided).toContain('Changed their mind')
    expect(quote).toContain('21/11/2026 14:35')
    expect(quote).toContain('This is no receipt')
    expect(quote).not.toContain('12,500,000 IDR Change')
    expect(quote).toContain('We sell IDR')
    expect(voided).toContain('We sold IDR')
    expect(quote).not.toContain('Customer signature')
  })

  test('embeds what it uses of its fonts, on a roll as long as its text, on as many sheets as it needs', async () => {
    const print = { language: 'zh_Hant', variant: 'receipt' } as const
    const many = { ...receipt, lines: Array.from({ length: 40 }, () => receipt.lines).flat() }
    const length = (pdf: Buffer) =>
      Number(/\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/.exec(pdf.toString('latin1'))?.[1])
    const [short, long] = [
      await receiptPdf(receipt, { ...print, paper: 'roll80' }),
      await receiptPdf(many, { ...print, paper: 'roll80' }),
    ]
    expect(short.length).toBeLessThan(60_000)
    expect(length(long)).toBeGreaterThan(length(short) + 1000)
    const sheets = await receiptPdf(many, { ...print, paper: 'a4' })
    expect(sheets.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(2)
  })

  test('writes numbers as people read them', () => {
    expect(['1234567.80', '-1234', '999', '0.12345678'].map((amount) => groupDigits(amount))).toEqual([
      '1,234,567.80',
      '-1,234',
      '999',
      '0.12345678',
    ])
    expect(['4.45', '285.71000000', '0.00012345'].map((rate) => rateShown(rate))).toEqual([
      '4.4500',
      '285.7100',
      '0.00012345',
    ])
  })
})
