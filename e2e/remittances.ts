import { randomInt, randomUUID } from 'node:crypto'
import { demoPassword } from '#apps/server/demo.ts'
import { allCurrencies, enabledModes } from '#modules/currencies/public.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { reach, seat } from './counter.ts'
import { expect, type Page, unique } from './fixtures.ts'
import type { Call, Server } from './server.ts'

/** What the journeys of a remittance begin with. */

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

export const recipient = { name: 'Siti Rahmawati', phone: '0812-3456-7890', paper: '3171054507900002' }
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

/** Goes to a field by key, and types; of what is offered it takes the first. */
export async function type(page: Page, role: 'combobox' | 'textbox', name: string, text: string) {
  await reach(page, page.getByRole(role, { name, exact: true }))
  await page.keyboard.type(text)
  if (role === 'textbox') return
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
}

/** Sends a file as a form does. */
export async function upload(server: Server, path: string, file: File, fields: Record<string, string>) {
  const { userInfo } = await server.login('admin')
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  const headers = { authorization: `Bearer ${userInfo.accessToken}` }
  const sent = await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: form })
  expect(sent.status, path).toBe(200)
}

/** Somebody on file, with a copy of the document, which due diligence asks of everybody in Malaysia. */
export async function addPerson(server: Server, name: string) {
  const admin = await server.as('admin')
  // Near to those of another they would be asked about.
  const paper = `K${randomUUID().slice(0, 8).toUpperCase()}`
  const { id } = await admin('/poscustomer/customerindividual/create', {
    name,
    nationality: 'MY',
    dateOfBirth: '1984-06-11',
    idType: 'PASSPORT',
    idNumber: paper,
    idIssuingCountry: 'MY',
    idExpiryDate: '2031-05-15',
    phone: `+6012${randomInt(3_000_000, 9_999_999)}`,
    address: '18 Jalan Telawi',
    city: 'Kuala Lumpur',
    postcode: '59100',
    country: 'MY',
    occupation: 'Teacher',
  })
  const { userInfo } = await server.login('admin')
  const papers = '/poscustomer/customerdocument'
  const listed = await fetch(`${server.url}/api${papers}/list?customerId=${id}`, {
    headers: { authorization: `Bearer ${userInfo.accessToken}` },
  })
  const [one] = (await listed.json()) as { id: string; version: number }[]
  const copy = new File([Buffer.from(onePixel, 'base64')], 'front.png', { type: 'image/png' })
  const side = { id: one?.id ?? '', version: String(one?.version), side: 'front' }
  await upload(server, `${papers}/uploadImage`, copy, side)
  return { id, name, paper }
}

/** A partner that pays out rupiah and settles in dollars, its balance, and the account of dollars that feeds it. */
export async function addPartner(server: Server, method: 'home' | 'pickup' | 'wallet') {
  const admin = await server.as('admin')
  const { branches } = await server.beside(tree)
  const branchId = branches.find(({ name }) => name === seat.branch)?.id ?? ''
  const name = unique('Harbour Payouts ')
  const [country, currency] = ['ID', 'IDR']
  const { id: providerId } = await admin('/remittance/provider/create', {
    code: unique('HARBOUR'),
    name,
    services: [{ country, currency, method }],
    settlementCurrency: 'USD',
    timeZone: 'Asia/Jakarta',
    cutOff: '14:00',
    workdays: '12345',
  })
  const rates = { costRate: '3850', settlementRate: '16000', margin: '0.01' }
  await admin('/remittance/payoutrate/create', { providerId, country, currency, ...rates })
  const { id: prefundId } = await admin('/remittance/providerbalance/create', { providerId, branchId })
  const bank = unique('DOLLARS')
  const { id: accountId } = await admin('/posaccounting/bankaccount/create', {
    code: bank,
    name: 'For partners',
    bankName: 'Reef Bank',
    number: unique('6655'),
    branchId,
    currencyId: (await server.beside(allCurrencies)).find(({ code }) => code === 'USD')?.id,
    openingAmount: '20000',
    openingValue: '82000',
  })
  const topUp = (amount: string) =>
    admin('/remittance/providertopup/create', { kind: 'topUp', providerId, accountId, amount })
  return { admin, providerId, prefundId, name, branchId, bank, topUp }
}
type Partner = Awaited<ReturnType<typeof addPartner>>

/** What is queued for a partner is let go by two people, and sent. */
export async function sendBatch(server: Server, { admin, providerId }: Partner) {
  const accountant = await server.as('accountant')
  const act = (by: Call, name: string, one: { id: string; version: number }) =>
    by(`/rmttransaction/batch/${name}`, key(one))
  const batch = await admin('/rmttransaction/batch/create', { providerId })
  const closed = await act(admin, 'close', batch)
  await act(admin, 'send', await act(accountant, 'approve', closed))
}

/** Takes an order for so many rupiah, paid in cash at the counter of a teller. */
export async function takeOrder(
  server: Server,
  teller: Call,
  { providerId, branchId }: Partner,
  asked: { customerId: string; amount: string },
) {
  const { counters } = await server.beside(tree)
  const counter = counters.find((one) => one.branchId === branchId && one.name === seat.counter)
  const modes = await server.beside(enabledModes)
  const cash = modes.find(({ kind, side }) => kind === 'cash' && side === 'payment')
  const made = await teller('/rmttransaction/create', {
    ...asked,
    id: randomUUID(),
    branchId,
    counterId: counter?.id,
    providerId,
    country: 'ID',
    currency: 'IDR',
    method: 'wallet',
    fixed: 'gets',
    recipientName: recipient.name,
    recipient: { account: recipient.phone },
    purpose: 'familySupport',
    sourceOfFunds: 'salary',
    relationship: 'sibling',
  })
  const agreed = await teller('/rmttransaction/agree', key(made))
  return teller('/rmttransaction/pay', { ...key(agreed), modeId: cash?.id })
}

/** Somebody of the treasury, whose role was agreed to. */
export async function hireTreasurer(server: Server) {
  const admin = await server.as('admin')
  const userName = unique('treasurer')
  const places = { workspaces: [{ type: 0, workspaceId: null }] }
  const person = { userName, firstName: 'Farah', password: demoPassword, ...places }
  const { id: userId } = await admin('/posuser/manageUser/create', person)
  await server.change(async (tx) => {
    const roles = tx.selectFrom('access.role').select('id').where('baseRole', '=', 'treasury')
    const { id: roleId } = await roles.executeTakeFirstOrThrow()
    await tx.insertInto('access.userRole').values({ roleId, userId }).execute()
  })
  return userName
}
