import { describe, expect, test } from 'vitest'
import type { Pack } from '#modules/compliance/packs/packs.domain.ts'
import { travelRules } from '#modules/compliance/packs/travel-rules.domain.ts'
import type { Sender } from '#modules/customers/dealing/sender.domain.ts'
import { csvFile, type FileItem, painFile } from '../batch-files/payout-file.domain.ts'
import { type TravelOrder, travelOf } from './travel.domain.ts'

const rulesOf = (...packs: Pack[]) => travelRules.filter(({ pack }) => packs.includes(pack))
/** Local currency is Hong Kong's. */
const mids: Record<string, string> = { HKD: '1', USD: '7.8', SGD: '5.8' }
const rateOf = (currency: string) => mids[currency] ?? null

const nothing = { address: '', birthDate: '', placeOfBirth: '', townOfBirth: '', idType: '', idNumber: '' }
const person: Sender = { kind: 'person', name: 'Chan Tai Man', country: 'HK', ...nothing }
const company: Sender = { kind: 'company', name: 'Sunrise Trading Ltd', country: 'HK', ...nothing }
const address = '8 Queen’s Road Central'

const order = (localAmount: string, sender: Partial<Sender> = {}, more: Partial<TravelOrder> = {}) => ({
  localAmount,
  reference: 'HKC-R-2026-000001',
  method: 'bank' as const,
  recipientName: 'SITI RAHMAWATI',
  account: '1234567890',
  sender: { ...person, ...sender },
  ...more,
})
const ask = (packs: readonly Pack[], one: TravelOrder) => travelOf(rulesOf(...packs), one, rateOf)
const missing = (packs: readonly Pack[], one: TravelOrder) =>
  ask(packs, one).missing.map(({ field, code }) => `${field} ${code}`)

describe('what goes with a transfer from Hong Kong', () => {
  test('below HK$8,000 names and references alone, whatever else is known', () => {
    const { payload, missing: faults } = ask(['HK'], order('7999.99', { address, idNumber: 'A1234567' }))
    expect(faults).toEqual([])
    expect(payload).toEqual({
      rules: [],
      originator: { name: 'Chan Tai Man', reference: 'HKC-R-2026-000001' },
      recipient: { name: 'SITI RAHMAWATI', reference: '1234567890' },
    })
  })

  test('at HK$8,000 exactly a sender without address, number and birth is asked for one of them, at each field', () => {
    expect(missing(['HK'], order('7999.99'))).toEqual([])
    expect(missing(['HK'], order('8000.00'))).toEqual([
      'customer.address ONE_OF_REQUIRED',
      'customer.idNumber ONE_OF_REQUIRED',
      'customer.dateOfBirth ONE_OF_REQUIRED',
      'customer.countryOfBirth ONE_OF_REQUIRED',
    ])
  })

  const birth = { birthDate: '1985-03-09', placeOfBirth: 'HK' }
  test.each([
    ['the address', { address }, { address }],
    ['the number of a document', { idNumber: 'A1234567' }, { idNumber: 'A1234567' }],
    ['date and place of birth', birth, birth],
  ])('from the threshold on %s is enough, and goes', (_, known, sent) => {
    const { payload, missing: faults } = ask(['HK'], order('8000', known))
    expect(faults).toEqual([])
    expect(payload.rules).toEqual(['HK-TRAVEL-8K'])
    expect(payload.originator).toEqual({ name: 'Chan Tai Man', reference: 'HKC-R-2026-000001', ...sent })
  })

  test('a birth without its place is none, and the place is what is missing of it', () => {
    expect(missing(['HK'], order('8000', { birthDate: '1985-03-09' }))).toEqual([
      'customer.address ONE_OF_REQUIRED',
      'customer.idNumber ONE_OF_REQUIRED',
      'customer.countryOfBirth ONE_OF_REQUIRED',
    ])
    expect(missing(['HK'], order('8000', { birthDate: '1985-03-09', townOfBirth: 'Macau' }))).toEqual([])
  })

  test('a company is asked for its registered address or number; its incorporation does in Singapore alone', () => {
    const founded = { ...company, birthDate: '2011-05-10', placeOfBirth: 'HK' }
    expect(missing(['HK'], order('8000', founded))).toEqual([
      'customer.registeredAddress ONE_OF_REQUIRED',
      'customer.registrationNumber ONE_OF_REQUIRED',
    ])
    expect(missing(['HK'], order('8000', { ...founded, idNumber: '1234567' }))).toEqual([])
    const { payload, missing: faults } = ask(['SG'], order('8700', founded))
    expect(faults).toEqual([])
    expect(payload.originator).toMatchObject({
      incorporationDate: '2011-05-10',
      placeOfIncorporation: 'HK',
    })
  })

  test('whoever collects the money is named by the reference; a payment to an account has one', () => {
    const pickup = order('500', {}, { method: 'pickup', account: '' })
    expect(ask(['HK'], pickup)).toMatchObject({
      payload: { recipient: { reference: 'HKC-R-2026-000001' } },
      missing: [],
    })
    expect(missing(['HK'], { ...pickup, method: 'bank' })).toEqual(['recipient.account FIELD_REQUIRED'])
  })
})

describe('what other packs want', () => {
  test.each([
    ['SG', '8699.99', '8700'],
    ['US', '23399.99', '23400'],
    // Above, and not from, USD 1,000.
    ['MY', '7800', '7800.01'],
    ['CA', '7800', '7800.01'],
    ['FATF', '7800', '7800.01'],
  ] as const)('the threshold of %s is converted by mid: %s is below, %s is not', (pack, below, reached) => {
    expect(missing([pack], order(below))).toEqual([])
    expect(missing([pack], order(reached))).not.toEqual([])
  })

  test('the address has no alternative in the United States, and is asked as such beside a choice of another law', () => {
    const known = order('30000', { idNumber: 'A1234567' })
    expect(missing(['US'], known)).toEqual(['customer.address FIELD_REQUIRED'])
    expect(missing(['US', 'HK'], order('30000'))[0]).toBe('customer.address FIELD_REQUIRED')
  })

  test('the rules that were reached when it was paid are those when it is sent, whatever the amount is worth by then', () => {
    const [now] = rulesOf('HK')
    const known = order('8000', { address })
    const later = travelOf(rulesOf('HK'), known, () => '2', [])
    expect([later.payload.rules, later.missing]).toEqual([[], []])
    const paid = travelOf(rulesOf('HK'), order('7999', { address }), rateOf, [now?.code ?? ''])
    expect(paid.payload).toMatchObject({ rules: ['HK-TRAVEL-8K'], originator: { address } })
  })

  test('a threshold that no rate converts counts as reached', () => {
    const faults = travelOf(rulesOf('MY'), order('1'), () => null).missing
    expect(faults).toHaveLength(4)
  })

  test('where no pack is switched on nothing is asked', () => {
    expect(ask([], order('1000000'))).toEqual({
      payload: { rules: [], originator: {}, recipient: {} },
      missing: [],
    })
  })
})

describe('what files of partners have of it', () => {
  const item = (sender: Partial<Sender>, more: Partial<FileItem> = {}): FileItem => ({
    reference: 'HKC-R-2026-000001',
    amount: '100',
    currency: 'PHP',
    country: 'PH',
    method: 'bank',
    recipientName: 'ANA CRUZ',
    recipient: { account: '001234567890' },
    purpose: 'FAMI',
    sender: { ...person, ...sender },
    ...more,
  })
  const head = { number: 'B-1', company: 'Agio', createdAt: new Date(0), valueDay: '2026-11-25' }

  test('CSV has the new columns at its end, and those of before where they were', () => {
    const one = item({ placeOfBirth: 'HK' }, { method: 'pickup', recipient: {} })
    const [names = '', cells = ''] = csvFile([one]).split('\r\n')
    expect(names.split(',').slice(0, 2)).toEqual(['reference', 'amount'])
    expect(names.split(',').slice(-3)).toEqual(['senderIdNumber', 'senderPlaceOfBirth', 'recipientReference'])
    expect(cells.split(',').slice(-2)).toEqual(['HK', 'HKC-R-2026-000001'])
  })

  test('pain.001 identifies a person by paper and birth, and has the whole address', () => {
    const long = `${'a'.repeat(100)}\nHong Kong`
    const known = { idType: 'PASSPORT', idNumber: 'K123', birthDate: '1985-03-09', placeOfBirth: 'HK' }
    const file = painFile([item({ ...known, address: long, townOfBirth: 'Kowloon' })], head)
    expect(file).toContain(`<AdrLine>${'a'.repeat(70)}</AdrLine><AdrLine>${'a'.repeat(30)}</AdrLine>`)
    expect(file).toContain('<AdrLine>Hong Kong</AdrLine></PstlAdr><Id><PrvtId><DtAndPlcOfBirth>')
    expect(file).toContain(
      '<BirthDt>1985-03-09</BirthDt><CityOfBirth>Kowloon</CityOfBirth><CtryOfBirth>HK</CtryOfBirth>',
    )
    expect(file).toContain('<Othr><Id>K123</Id><SchmeNm><Cd>CCPT</Cd></SchmeNm></Othr></PrvtId></Id>')
  })

  test('pain.001 identifies a company by its registration, and leaves out what is not known', () => {
    const known = { ...company, idType: 'REGISTRATION', idNumber: '1234567' }
    expect(painFile([item(known)], head)).toContain(
      '<Id><OrgId><Othr><Id>1234567</Id><SchmeNm><Prtry>REGISTRATION</Prtry></SchmeNm></Othr></OrgId></Id>',
    )
    expect(painFile([item({ birthDate: '1985-03-09' })], head)).not.toMatch(/<Id><PrvtId>|BirthDt/)
  })
})
