import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { corporates, individuals } from '../profiles/profiles.contract.ts'

let app: TestApp
let teller: Session
beforeAll(async () => {
  app = await testApp()
  teller = await app.signIn('teller')
})
afterAll(() => app.stop())

let count = 0
type Draft = { name: string } & Partial<
  Record<'originalName' | 'phone' | 'idNumber' | 'address' | 'city' | 'postcode', string>
>
async function register(draft: Draft) {
  const paper = {
    idType: 'PASSPORT' as const,
    idNumber: `S${7_000_000 + (count += 1)}`,
    idIssuingCountry: 'SG',
  }
  const made = await teller.call(individuals.create, { nationality: 'SG', ...paper, ...draft })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}
const near = async (text: string) =>
  (await teller.call(individuals.queryByAddress, { text })).body.map(({ name }) => name)
const namesOf = async (text: string) =>
  (await teller.call(individuals.queryByText, { text })).body.map(({ name }) => name)

describe('an individual', () => {
  test('is found by part of a name in any script, by number and by telephone', async () => {
    const made = await register({ name: 'Nguyễn Thị Ánh', originalName: '阮氏映', phone: '+60123450099' })
    for (const text of [
      'guyen',
      'thi an',
      '阮氏',
      made.idNumber.toLowerCase(),
      '012-345 0099',
      'nguyễn 0123450099',
    ]) {
      const { body } = await teller.call(individuals.queryByText, { text })
      expect(
        body.map(({ id }) => id),
        text,
      ).toContain(made.id)
    }
    expect((await teller.call(individuals.queryByText, { text: 'nguyen x' })).body).toEqual([])
    const listed = await teller.call(individuals.list, {
      filters: [{ key: 'search', operator: 'Contains', value: '氏映 Nguyễn' }],
    })
    expect(listed.body.items.map(({ id }) => id)).toEqual([made.id])
  })

  test('whose name begins with the text comes first, by name; then others who have it', async () => {
    for (const name of ['Öztürk Can', 'ozturk Ali', 'Ali Ozturk', 'Öz Türkan']) await register({ name })
    expect(await namesOf('Ozturk')).toEqual(['ozturk Ali', 'Öztürk Can', 'Ali Ozturk'])
    for (let n = 10; n < 35; n++) await register({ name: `Zebra ${n}` })
    const found = await namesOf('zebra')
    expect(found).toHaveLength(20)
    expect(found).toEqual(found.toSorted())
  })

  test('whose number or telephone it is stands alone, and a company is not among persons', async () => {
    const one = await register({ name: 'Exact Number', idNumber: 'EX-1001', phone: '+60123450077' })
    await register({ name: 'Longer Number', idNumber: 'EX-10012' })
    await teller.call(corporates.create, { name: 'Number Sdn Bhd', registrationNumber: 'EX1001' })
    expect(await namesOf('ex1001')).toEqual(['Exact Number'])
    expect(await namesOf('012-345 0077')).toEqual(['Exact Number'])
    expect((await namesOf('x100')).toSorted()).toEqual(['Exact Number', 'Longer Number'])
    const licensed = { name: 'Wholesale Sdn Bhd', registrationNumber: 'EX1002', licenceNumber: '00042' }
    const { body: trader } = await teller.call(corporates.create, licensed)
    for (const [value, is] of [
      [true, true],
      [false, false],
    ] as const) {
      const filters = [{ key: 'isLicensed' as const, operator: 'Equals' as const, value }]
      const { items } = (await teller.call(corporates.list, { filters, sort: ['isLicensed-desc'] })).body
      expect(items.some(({ id }) => id === trader.id)).toBe(is)
      expect(items.some(({ name }) => name === 'Number Sdn Bhd')).toBe(!is)
    }
    const firms = await teller.call(corporates.queryByText, { text: 'EX 1001' })
    expect(firms.body.map(({ name }) => name)).toEqual(['Number Sdn Bhd'])
    expect(await namesOf('%_')).toEqual([])
    expect(one.name).toBe('Exact Number')
  })

  test('is found by words of an address, which no name search reads, until it changes', async () => {
    const home = { address: '17 Jalan Ça Va\nTaman Seputeh', city: 'Kuala Lumpur', postcode: '05800' }
    const made = await register({ name: 'Lives There', ...home })
    await register({ name: 'Lives Elsewhere', address: '18 Jalan Ca Va', city: 'Ipoh' })
    expect(await near('ca va seputeh')).toEqual(['Lives There'])
    expect(await near('jalan ça va')).toEqual(['Lives Elsewhere', 'Lives There'])
    expect([await near('05800'), await near('%_'), await near('seputeh ipoh')]).toEqual([
      ['Lives There'],
      [],
      [],
    ])
    expect(await namesOf('seputeh')).toEqual([])
    const address = { key: 'address' as const, operator: 'Contains' as const, value: 'SEPUTEH lumpur' }
    const { items } = (await teller.call(individuals.list, { filters: [address] })).body
    expect(items.map((one) => one.address)).toEqual(['17 Jalan Ça Va, Taman Seputeh, 05800 Kuala Lumpur'])
    const { id, version, idNumber, idIssuingCountry } = made
    const paper = { idType: 'PASSPORT' as const, idNumber, idIssuingCountry }
    const moved = { id, version, name: made.name, nationality: 'SG', ...paper, city: 'Melaka' }
    expect((await teller.call(individuals.update, moved)).status).toBe(200)
    expect([await near('seputeh'), await near('melaka')]).toEqual([[], ['Lives There']])
    const firm = { name: 'Ça Va Sdn Bhd', registrationNumber: 'CV1', registeredAddress: '1 Lorong Seputeh' }
    await teller.call(corporates.create, firm)
    const firms = (await teller.call(corporates.queryByAddress, { text: 'seputeh' })).body
    expect(firms.map(({ name }) => name)).toEqual(['Ça Va Sdn Bhd'])
  })
})
