import { describe, expect, test } from 'vitest'
import type { Pack } from '#modules/compliance/packs/packs.domain.ts'
import { travelRules } from '#modules/compliance/packs/travel-rules.domain.ts'
import { gapsOf, keptGapsOf, type Notice } from './details.domain.ts'

const rulesOf = (pack: Pack) => travelRules.filter((rule) => rule.pack === pack)
/** Local currency is Hong Kong's. */
const mids: Record<string, string> = { HKD: '1', USD: '7.8', SGD: '5.8' }
const rateOf = (currency: string) => mids[currency] ?? null

const notice = (amount: string, more: Partial<Notice> = {}): Notice => ({
  amount,
  code: 'AB-1234',
  recipientName: 'Chan Tai Man',
  senderName: 'Budi Santoso',
  senderKind: 'person',
  country: 'ID',
  senderAddress: '',
  senderIdNumber: '',
  senderBirthDate: null,
  senderBirthPlace: '',
  ...more,
})
const missing = (pack: Pack, one: Notice) =>
  gapsOf(rulesOf(pack), one, rateOf).missing.map(({ field, code }) => `${field} ${code}`)
const company = { senderKind: 'company', senderBirthDate: '2011-05-10', senderBirthPlace: 'ID' }

describe('what must come with an inward remittance', () => {
  test('below HK$8,000 names and the code are enough; from there on one detail of the sender is asked for, by field', () => {
    expect(missing('HK', notice('7999.99'))).toEqual([])
    expect(missing('HK', notice('8000'))).toEqual([
      'senderAddress ONE_OF_REQUIRED',
      'senderIdNumber ONE_OF_REQUIRED',
      'senderBirthDate ONE_OF_REQUIRED',
      'senderBirthPlace ONE_OF_REQUIRED',
    ])
  })

  test.each([
    ['the address', { senderAddress: 'Jalan Sudirman 1' }],
    ['the number of a document', { senderIdNumber: 'A1' }],
    ['date and place of birth', { senderBirthDate: '1985-03-09', senderBirthPlace: 'Bandung' }],
  ])('from the threshold on %s is enough', (_, said) => {
    expect(missing('HK', notice('8000', said))).toEqual([])
  })

  test('a date of birth without its place is none', () => {
    expect(missing('HK', notice('8000', { senderBirthDate: '1985-03-09' }))).toEqual([
      'senderAddress ONE_OF_REQUIRED',
      'senderIdNumber ONE_OF_REQUIRED',
      'senderBirthPlace ONE_OF_REQUIRED',
    ])
  })

  test('the address has no alternative in the United States', () => {
    expect(missing('US', notice('30000', { senderIdNumber: 'A1' }))).toEqual(['senderAddress FIELD_REQUIRED'])
  })

  test('the incorporation of a company is enough in Singapore alone', () => {
    expect(missing('SG', notice('8700', company))).toEqual([])
    expect(missing('HK', notice('8700', company))).toEqual([
      'senderAddress ONE_OF_REQUIRED',
      'senderIdNumber ONE_OF_REQUIRED',
    ])
  })

  test('the rules that were reached when it was noticed hold, whatever rates are later', () => {
    const { rules } = gapsOf(rulesOf('HK'), notice('8000'), rateOf)
    expect(rules).toEqual(['HK-TRAVEL-8K'])
    expect(keptGapsOf(rules, notice('8000'))).toHaveLength(4)
    expect(keptGapsOf([], notice('1000000'))).toEqual([])
  })
})
