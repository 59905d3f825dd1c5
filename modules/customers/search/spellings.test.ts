import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { dealingCustomer } from '../dealing/dealing.server.ts'
import { individuals } from '../profiles/profiles.contract.ts'
import { renewKeys } from './outdated.server.ts'

let app: TestApp
let teller: Session
beforeAll(async () => {
  app = await testApp()
  teller = await app.signIn('teller')
})
afterAll(() => app.stop())

let count = 0
const draft = (name: string, dateOfBirth: string) => ({
  name,
  dateOfBirth,
  nationality: 'TR',
  idType: 'PASSPORT' as const,
  idNumber: `SPELT${(count += 1)}`,
  idIssuingCountry: 'TR',
})
async function register(name: string, dateOfBirth: string, more: object = {}) {
  const made = await teller.call(individuals.create, { ...draft(name, dateOfBirth), ...more })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}
const found = async (text: string) =>
  (await teller.call(individuals.queryByText, { text })).body.map(({ id }) => id)
const named = async (value: string, operator: 'Contains' | 'Equals' = 'Contains') =>
  (await teller.call(individuals.list, { filters: [{ key: 'name', operator, value }] })).body.items.map(
    ({ id }) => id,
  )

const hidden = Array.from('\u200B\u200C\u200D\uFEFF\u00AD\u2060\u200E\u180E\u3164', (sign, at) => [
  `Ka${sign}mal Rahman`,
  'Kamal Rahman',
  `1981-02-1${at}`,
])

test.each([
  ['Nurgül Yılmaz', 'NURGUL YILMAZ', '1987-03-04'],
  ['Işık Aydın', 'ISIK AYDIN', '1990-05-06'],
  ['Jürgen Weiß', 'JURGEN WEISS', '1971-07-08'],
  ['Jörg Müller', 'JOERG MUELLER', '1972-07-08'],
  ['KJAER SOEREN', 'Søren Kjær', '1973-07-08'],
  ['Þórður Guðmundsson', 'THORDUR GUDMUNDSSON', '1974-07-08'],
  ['Сергей Волков', 'SERGEI VOLKOV', '1975-07-08'],
  ...hidden,
])(
  '%j and %j of one birth are likely one person, and count as one once confirmed',
  async (name = '', other = '', birth = '') => {
    const first = await register(name, birth)
    expect(await found(other)).toContain(first.id)
    const alike = await teller.call(individuals.findDuplicates, { name: other, dateOfBirth: birth })
    expect(alike.body.find(({ id }) => id === first.id)?.reasons).toEqual(['NAME_BIRTH'])
    const refused = await teller.call(individuals.create, draft(other, birth))
    expect(refused.error.code).toBe('LIKELY_DUPLICATE')
    const sure = { isDuplicateConfirmed: true, duplicateReason: 'Another passport and another face.' }
    const second = await register(other, birth, sure)
    const { companyId } = teller.login.company
    const one = await inCompany(companyId, () => dealingCustomer(app.services.db, second.id))
    expect(one?.samePerson).toEqual([first.id, second.id].toSorted())
  },
)

test('a filter finds what is the same to the eye', async () => {
  const lim = await register('Lim\u00A0Siew Hoon', '1966-01-01')
  const anh = await register('Nguyễn Ánh'.normalize('NFD'), '1966-01-02')
  for (const text of ['Lim Siew', 'Lim\u00A0Siew', 'Li\u200Bm Siew'])
    expect(await named(text)).toEqual([lim.id])
  expect(await named('Lim\u2007Siew Hoon', 'Equals')).toEqual([lim.id])
  for (const form of ['NFC', 'NFD']) expect(await named('Nguyễn Á'.normalize(form))).toEqual([anh.id])
})

test('keys that an earlier version has made are made anew once', async () => {
  const old = await register('Zoë Brandstätter', '1959-01-01')
  await app.owner(`update customers.customer set search = ' zoe brandstatter ', look = 'brandstatter zoe 1959-01-01', address_search = ''
    where id = '${old.id}'`)
  await app.owner(`insert into customers.outdated_key (company_id, customer_id) select company_id, id from customers.customer
    where id = '${old.id}'`)
  const changes = () => app.owner(`select count(*) from kit.audit_change`)
  const before = await changes()
  expect(await renewKeys(app.services)).toBe(1)
  expect(await found('BRANDSTAETTER ZOE')).toEqual([old.id])
  expect(await renewKeys(app.services)).toBe(0)
  expect(await changes()).toEqual(before)
})
