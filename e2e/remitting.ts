import { randomUUID } from 'node:crypto'
import { allCurrencies, enabledModes } from '#modules/currencies/public.server.ts'
import { listHeldAt, lookAtBooks } from '#modules/ledger/public.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { seat } from './counter.ts'
import { expect, unique } from './fixtures.ts'
import type { Call, Server } from './server.ts'

/** What journeys of remittances need to be there, made by calls. */

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** The copy of a document, which due diligence asks of every sender in Malaysia. */
async function addCopy(server: Server, customerId: string) {
  const { userInfo } = await server.login('admin')
  const headers = { authorization: `Bearer ${userInfo.accessToken}` }
  const papers = `${server.url}/api/poscustomer/customerdocument`
  const listed = await fetch(`${papers}/list?customerId=${customerId}`, { headers })
  const [paper] = (await listed.json()) as { id: string; version: number }[]
  const form = new FormData()
  form.set('id', paper?.id ?? '')
  form.set('version', String(paper?.version))
  form.set('side', 'front')
  form.set('file', new Blob([Buffer.from(onePixel, 'base64')], { type: 'image/png' }), 'front.png')
  const sent = await fetch(`${papers}/uploadImage`, { method: 'POST', headers, body: form })
  expect(sent.status).toBe(200)
}

/** A sender of one's own, with all that is asked: the demonstration has people of one name, and the copy must be this one's. */
async function addSender(server: Server): Promise<{ id: string; name: string }> {
  const admin = await server.as('admin')
  const name = `Quirina ${unique('Harrowgate')}`
  const { id } = await admin<{ id: string }>('/poscustomer/customerindividual/create', {
    name,
    nationality: 'MY',
    dateOfBirth: '1984-06-11',
    idType: 'PASSPORT',
    idNumber: unique('K77001'),
    idIssuingCountry: 'MY',
    idExpiryDate: '2031-05-15',
    phone: '+60123459876',
    address: '18 Jalan Telawi',
    city: 'Kuala Lumpur',
    postcode: '59100',
    country: 'MY',
    occupation: 'Teacher',
    // All of them are alike.
    isDuplicateConfirmed: true,
  })
  await addCopy(server, id)
  return { id, name }
}

export const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

async function placeOf(server: Server) {
  const { branches, counters } = await server.beside(tree)
  const branchId = branches.find(({ name }) => name === seat.branch)?.id ?? ''
  const here = counters.find((one) => one.branchId === branchId && one.name === seat.counter)
  return { branchId, counterId: here?.id ?? '' }
}

interface Partner {
  id: string
  code: string
  name: string
  reportPath: string
}

/** A partner that pays out to wallets in Indonesia, from a balance that reaches. */
export async function addPartner(server: Server, name: string, more: object = {}): Promise<Partner> {
  const admin = await server.as('admin')
  const { branchId } = await placeOf(server)
  const code = unique('PAY')
  const partner = await admin<Partner>('/remittance/provider/create', {
    code,
    name,
    services: [{ country: 'ID', currency: 'IDR', method: 'wallet', decimals: 0 }],
    settlementCurrency: 'IDR',
    timeZone: 'Asia/Jakarta',
    cutOff: '14:00',
    workdays: '12345',
    ...more,
  })
  const corridor = { providerId: partner.id, country: 'ID', currency: 'IDR' }
  await admin('/remittance/payoutrate/create', { ...corridor, costRate: '3812.5', margin: '0' })
  await admin('/remittance/providerbalance/create', { providerId: partner.id, branchId })
  const { id: accountId } = await admin('/posaccounting/bankaccount/create', {
    code,
    name: `For ${name}`,
    bankName: 'Bank of the Islands',
    number: unique('00681234'),
    branchId,
    currencyId: (await server.beside(allCurrencies)).find((one) => one.code === 'IDR')?.id,
    openingAmount: '9000000',
    openingValue: '2340',
  })
  const topUp = { kind: 'topUp', providerId: partner.id, accountId, amount: '9000000' }
  expect(await admin('/remittance/providertopup/create', topUp)).toMatchObject({ state: 'posted' })
  return partner
}

export interface Order {
  id: string
  version: number
  number: string
}

/** An order whose quote the sender has accepted; it is not paid. */
export async function takeOrder(server: Server, teller: Call, { id: providerId }: Partner, amount = '100') {
  const { id: customerId } = await addSender(server)
  const made = await teller('/rmttransaction/create', {
    id: randomUUID(),
    ...(await placeOf(server)),
    customerId,
    providerId,
    providerReason: 'The sender knows it',
    country: 'ID',
    currency: 'IDR',
    method: 'wallet',
    fixed: 'sends',
    amount,
    recipientName: 'Siti Rahmawati',
    recipient: { account: '0812-3456-7890' },
    purpose: 'familySupport',
    sourceOfFunds: 'salary',
    relationship: 'sibling',
  })
  return teller<Order>('/rmttransaction/agree', key(made))
}

/** As `takeOrder`, paid in cash: it is lined up for its partner. */
export async function takePaid(
  server: Server,
  teller: Call,
  partner: Partner,
  amount: string,
): Promise<Order> {
  const order = await takeOrder(server, teller, partner, amount)
  const modes = await server.beside(enabledModes)
  const modeId = modes.find(({ kind, side }) => kind === 'cash' && side === 'payment')?.id
  const paid = await teller<Order>('/rmttransaction/pay', { ...key(order), modeId })
  expect(paid).toMatchObject({ state: 'queued' })
  return paid
}

/** How much local money lies in the drawer. */
export async function readDrawer(server: Server): Promise<number> {
  const place = await placeOf(server)
  return server.beside(async (db) => {
    const local = (await allCurrencies(db)).find(({ isLocal }) => isLocal)
    return Number((await listHeldAt(db, place)).find(({ itemId }) => itemId === local?.id)?.onHand ?? 0)
  })
}

/** What the books say that is not so. */
export const findWrong = (server: Server) =>
  server.beside(async (db) => (await lookAtBooks(db)).filter(({ wrong }) => wrong > 0))
