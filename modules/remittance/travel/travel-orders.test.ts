import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPartner } from '#apps/server/test-partner.ts'
import { addPerson } from '#apps/server/test-customer.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { cdd } from '#modules/compliance/cdd/cdd.contract.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { senderFacts } from '#modules/customers/public.server.ts'
import { orderImports } from '../order-imports/order-imports.contract.ts'
import { orders } from '../orders/orders.contract.ts'
import { payoutRates } from '../payout-rates/payout-rates.contract.ts'

const clock = { now: new Date('2026-11-25T02:00:00Z') }
let partner: Awaited<ReturnType<typeof openPartner>>

beforeAll(async () => {
  partner = await openPartner({
    clock,
    partner: {
      services: [
        { country: 'ID', currency: 'IDR', method: 'wallet', decimals: 0 },
        { country: 'LA', currency: 'LAK', method: 'wallet', decimals: 0 },
      ],
    },
    bank: { currency: 'IDR', amount: '90000000', value: '23400' },
  })
  expect((await partner.topUp('90000000')).status).toBe(200)
})
afterAll(() => partner.stop())

/** Somebody of whom the file has a name and a day of birth. */
const addUnknown = async (name: string) => {
  const [row] = await partner.app.owner<{ id: string }>(
    `insert into customers.customer (company_id, customer_type, name, nationality, date_of_birth)
      values ('${partner.companyId}', 1, '${name}', 'ID', '1990-05-01') returning id`,
  )
  return row?.id ?? ''
}
const draft = (customerId: string, more = {}) => ({
  ...partner.draftOf('5000'),
  id: randomUUID(),
  customerId,
  ...more,
})

test('an order is refused before money is taken where details of the sender are missing, each at its field', async () => {
  const customerId = await addUnknown('Ari Wibowo')
  const refused = await partner.admin(orders.create, draft(customerId))
  expect(refused.error).toMatchObject({ code: 'ORDER_DETAILS_MISSING' })
  expect(refused.error.invalidParams?.map(({ field }) => field)).toEqual([
    'customer.address',
    'customer.idNumber',
    'customer.countryOfBirth',
  ])
  await partner.app.owner(`update customers.customer set country_of_birth = 'ID' where id = '${customerId}'`)
  expect((await partner.admin(orders.create, draft(customerId))).status).toBe(200)
})

test('what was taken out of the sender’s file since is asked for again when money is taken', async () => {
  const { admin, app, moving, providerId } = partner
  const laos = { country: 'LA', currency: 'LAK' }
  expect((await admin(payoutRates.create, { ...laos, providerId, costRate: '4900' })).status).toBe(200)
  const customerId = await addUnknown('Budi Santoso')
  const setBirth = (country: string) =>
    app.owner(`update customers.customer set country_of_birth = '${country}' where id = '${customerId}'`)
  await setBirth('ID')
  // Singapore's pack asks nothing else of the file of who sends so much.
  const reason = 'Moved to Singapore'
  expect((await admin(cdd.enable, { pack: 'SG', reason })).status).toBe(200)
  expect((await admin(cdd.disable, { pack: 'MY', reason })).status).toBe(200)
  const made = (await admin(orders.create, draft(customerId, { ...laos, amount: '9000' }))).body
  const agreed = (await admin(orders.agree, { id: made.id, version: made.version })).body
  const cash = (await admin(paymentModes.listSelection)).body.find(({ kind }) => kind === 'cash')?.id ?? ''
  const pay = () => moving(orders.pay, { id: agreed.id, version: agreed.version, modeId: cash })
  await setBirth('')
  const refused = await pay()
  expect(refused.error.code).toBe('ORDER_DETAILS_MISSING')
  expect(refused.error.invalidParams?.map(({ field }) => field)).toContain('customer.countryOfBirth')
  await setBirth('ID')
  expect((await pay()).status).toBe(200)
  expect((await admin(cdd.enable, { pack: 'MY', reason })).status).toBe(200)
  expect((await admin(cdd.disable, { pack: 'SG', reason })).status).toBe(200)
})

test('the partner gets what must go with an order, with the order', async () => {
  const one = await partner.order('5000')
  await partner.send(one)
  expect(partner.simulator.lastOrder()).toMatchObject({
    reference: one.number,
    sender: { kind: 'person', name: 'Noor Aminah', idNumber: '900501105566' },
    travelRule: {
      rules: ['MY-TRAVEL-1K'],
      originator: {
        name: 'Noor Aminah',
        reference: one.number,
        address: '3 Jalan Ampang',
        idNumber: '900501105566',
        birthDate: '1990-05-01',
      },
      recipient: { name: 'Siti Rahmawati', reference: '+6281234567890' },
    },
  })
})

test('a company is a sender by its registration, its registered address and its incorporation', async () => {
  const [row] = await partner.app.owner<{ id: string }>(
    `insert into customers.customer (company_id, customer_type, name, registration_number, registered_address, date_of_incorporation,
      country_of_incorporation) values ('${partner.companyId}', 2, 'Sunrise Trading Sdn Bhd', '201101012345', 'Level 3, Jalan Raja',
      '2011-05-10', 'MY') returning id`,
  )
  const facts = await inCompany(partner.companyId, () => senderFacts(partner.app.services.db, row?.id ?? ''))
  expect(facts).toEqual({
    kind: 'company',
    name: 'Sunrise Trading Sdn Bhd',
    address: 'Level 3, Jalan Raja',
    country: 'MY',
    birthDate: '2011-05-10',
    placeOfBirth: 'MY',
    townOfBirth: '',
    idType: 'REGISTRATION',
    idNumber: '201101012345',
  })
})

test('what the sender’s file lacks is one fault of the sender in a table of orders', async () => {
  const { admin, app, branchId, companyId, counterId } = partner
  const laos = { country: 'LA', currency: 'LAK' }
  const on = await admin(cdd.enable, { pack: 'US', reason: 'A partner there asks for it' })
  expect(on.status).toBe(200)
  const customerId = await addPerson(app, companyId, { name: 'Rudi Hartono', idNumber: 'RH771234' })
  await app.owner(`update customers.customer set address = '' where id = '${customerId}'`)
  const look = async (amount: string) => {
    const given = {
      ...laos,
      sender: 'RH771234',
      method: 'wallet',
      amount,
      recipientName: 'Siti Rahmawati',
      account: '2055512345',
      purpose: 'gift',
      sourceOfFunds: 'salary',
      relationship: 'friend',
    }
    const asked = { branchId, counterId, fileHash: 'a'.repeat(64), rowNumber: 2, given }
    const { faults } = (await admin(orderImports.checkRow, asked)).body
    return faults.map(({ field, code }) => `${field} ${code}`)
  }
  expect(await look('5000')).toEqual([])
  expect(await look('30000')).toEqual(['sender SENDER_DETAILS_MISSING'])
})

test('a recipient who is credited has an account, also where no rule of the country asks for it', async () => {
  const { admin, customerId } = partner
  const there = { country: 'LA', currency: 'LAK', amount: '100' }
  const without = await admin(orders.create, draft(customerId, { ...there, recipient: {} }))
  expect(without.error).toMatchObject({
    code: 'ORDER_DETAILS_MISSING',
    invalidParams: [{ field: 'recipient.account' }],
  })
  const made = (await admin(orders.create, draft(customerId, there))).body
  const { id, version, recipientName } = made
  const amended = await admin(orders.amend, { id, version, recipientName, recipient: {} })
  expect(amended.error).toMatchObject({
    code: 'ORDER_DETAILS_MISSING',
    invalidParams: [{ field: 'recipient.account' }],
  })
})
