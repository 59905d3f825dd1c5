import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { countBoxes, textOf } from '#kit/test/pdf.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { dealDocuments } from '../receipts/documents.contract.ts'
import { deals } from '../deals/deals.contract.ts'

let app: TestApp
let teller: Call
let token: string
let usd: string
beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('teller')
  teller = session.call
  token = session.login.userInfo.accessToken
  usd = (await openTill(app, session)).id('USD')
})
afterAll(() => app.stop())

const people = [
  ['Nurgül Yılmaz', 'NURGUL YILMAZ', '1987-03-04'],
  ['Işık Aydın', 'ISIK AYDIN', '1990-05-06'],
  ['Jürgen Weiß', 'JURGEN WEISS', '1971-07-08'],
  ['Jörg Müller', 'JOERG MUELLER', '1972-07-08'],
  ['Søren Kjær', 'SOEREN KJAER', '1973-07-08'],
  ['Þórður Guðmundsson', 'THORDUR GUDMUNDSSON', '1974-07-08'],
  ['Łukasz Wójcik', 'LUKASZ WOJCIK', '1975-07-08'],
  ['Ka\u200Bmal Rahman', 'Kamal Rahman', '1981-01-02'],
] as const

// A letter of another font stands in a text of its own.
const bare = (text: string) => text.replaceAll(/[\s\u200B]/g, '')

let papers = 0
const draft = (name: string, dateOfBirth: string) => ({
  name,
  dateOfBirth,
  nationality: 'TR',
  idType: 'PASSPORT' as const,
  idNumber: `SN${(papers += 1)}`,
  idIssuingCountry: 'TR',
})
const lines = () => [{ side: 'buy' as const, currencyId: usd, quantity: '600' }]

describe.each(people)('%s and %s', (name, spelt, born) => {
  test('are one person until a second one decides, and their deals of a day add up', async () => {
    const one = (await teller(individuals.create, draft(name, born))).body
    const settled = await teller(
      deals.create,
      { customerId: one.id, lines: lines(), upTo: 'settle' },
      { headers: { 'idempotency-key': randomUUID() } },
    )
    expect(settled.body, JSON.stringify(settled.error)).toMatchObject({ state: 'settled' })
    for (const text of [name, spelt, spelt.split(' ').at(-1) ?? '']) {
      const filters = [{ key: 'search' as const, operator: 'Contains' as const, value: text }]
      const found = (await teller(individuals.list, { filters })).body.items.map(({ id }) => id)
      expect(found, text).toContain(one.id)
    }
    const other = draft(spelt, born)
    expect((await teller(individuals.create, other)).error).toMatchObject({ code: 'LIKELY_DUPLICATE' })
    const confirmed = { ...other, isDuplicateConfirmed: true, duplicateReason: 'Another passport' }
    const two = (await teller(individuals.create, confirmed)).body
    const priced = (await teller(deals.price, { customerId: two.id, lines: lines() })).body
    expect(priced).toMatchObject({ tier: 'SDD' })
  })

  test('print as they are written', async () => {
    const filters = [{ key: 'customerName' as const, operator: 'Contains' as const, value: name }]
    const [deal] = (await teller(deals.history, { filters })).body.items
    const receipt = await app.http.inject({
      method: dealDocuments.print.method,
      url: `/api${dealDocuments.print.path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { id: deal?.id },
    })
    expect(receipt.statusCode, receipt.body.slice(0, 200)).toBe(200)
    expect(bare(textOf(receipt.rawPayload))).toContain(bare(name))
    expect(countBoxes(receipt.rawPayload)).toBe(0)
  })
})
