import { randomInt, randomUUID } from 'node:crypto'
import { demoPassword } from '#apps/server/demo.ts'
import { allCurrencies, enabledModes } from '#modules/currencies/public.server.ts'
import { listHeldAt, lookAtBooks } from '#modules/ledger/public.server.ts'
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
export async function addPerson(server: Server, name = `Quirina ${unique('Harrowgate')}`) {
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

async function placeOf(server: Server) {
  const { branches, counters } = await server.beside(tree)
  const branchId = branches.find(({ name }) => name === seat.branch)?.id ?? ''
  const here = counters.find((one) => one.branchId === branchId && one.name === seat.counter)
  return { branchId, counterId: here?.id ?? '' }
}

/** What a partner is settled in, at which rates, and what the account of that currency holds. */
const settled = {
  USD: {
    rates: { costRate: '3850', settlementRate: '16000', margin: '0.01' },
    account: { openingAmount: '20000', openingValue: '82000' },
  },
  IDR: {
    rates: { costRate: '3812.5', margin: '0' },
    account: { openingAmount: '9000000', openingValue: '2340' },
  },
} as const

interface Provider {
  id: string
  code: string
  reportPath: string
}
interface Paying {
  name?: string
  method?: 'home' | 'pickup' | 'wallet'
  settles?: keyof typeof settled
  /** What else is said of the partner. */
  more?: object
}

/** A partner that pays out whole rupiah, its balance, and the account at a bank that feeds it. */
export async function addPartner(
  server: Server,
  { name = unique('Harbour Payouts '), method = 'wallet', settles = 'USD', more = {} }: Paying = {},
) {
  const admin = await server.as('admin')
  const { branchId } = await placeOf(server)
  const [country, currency] = ['ID', 'IDR']
  const {
    id: providerId,
    code,
    reportPath,
  } = await admin<Provider>('/remittance/provider/create', {
    code: unique('PAY'),
    name,
    services: [{ country, currency, method, decimals: 0 }],
    settlementCurrency: settles,
    timeZone: 'Asia/Jakarta',
    cutOff: '14:00',
    workdays: '12345',
    ...more,
  })
  const { rates, account } = settled[settles]
  await admin('/remittance/payoutrate/create', { providerId, country, currency, ...rates })
  const { id: prefundId } = await admin('/remittance/providerbalance/create', { providerId, branchId })
  const bank = unique('BANK')
  const { id: accountId } = await admin('/posaccounting/bankaccount/create', {
    code: bank,
    name: 'For partners',
    bankName: 'Reef Bank',
    number: unique('6655'),
    branchId,
    currencyId: (await server.beside(allCurrencies)).find((one) => one.code === settles)?.id,
    ...account,
  })
  const topUp = (amount: string) =>
    admin('/remittance/providertopup/create', { kind: 'topUp', providerId, accountId, amount })
  return { admin, providerId, code, reportPath, prefundId, name, branchId, bank, topUp }
}
export type Partner = Awaited<ReturnType<typeof addPartner>>

/** What is queued for a partner is let go by two people, and sent; answers the batch. */
export async function sendBatch(
  server: Server,
  { admin, providerId }: Pick<Partner, 'admin' | 'providerId'>,
) {
  const accountant = await server.as('accountant')
  const act = (by: Call, name: string, one: { id: string; version: number }) =>
    by(`/rmttransaction/batch/${name}`, key(one))
  const batch = await admin('/rmttransaction/batch/create', { providerId })
  const closed = await act(admin, 'close', batch)
  await act(admin, 'send', await act(accountant, 'approve', closed))
  return batch
}

export interface Order {
  id: string
  version: number
  number: string
}
interface Asked {
  amount?: string
  fixed?: 'gets' | 'sends'
  /** Somebody new unless named. */
  customerId?: string
  /** The kind of the mode by which it is paid, cash unless named. */
  by?: 'cash' | 'cheque'
}

/** An order whose quote the sender has accepted; it is not paid. */
export async function takeOrder(
  server: Server,
  teller: Call,
  { providerId }: Pick<Partner, 'providerId'>,
  { amount = '100', fixed = 'sends', customerId }: Asked = {},
): Promise<Order> {
  const made = await teller('/rmttransaction/create', {
    id: randomUUID(),
    ...(await placeOf(server)),
    customerId: customerId ?? (await addPerson(server)).id,
    providerId,
    providerReason: 'The sender knows it',
    country: 'ID',
    currency: 'IDR',
    method: 'wallet',
    fixed,
    amount,
    recipientName: recipient.name,
    recipient: { account: recipient.phone },
    purpose: 'familySupport',
    sourceOfFunds: 'salary',
    relationship: 'sibling',
  })
  return teller<Order>('/rmttransaction/agree', key(made))
}

/** As `takeOrder`, paid at the counter. */
export async function takePaid(...asked: Parameters<typeof takeOrder>) {
  const [server, teller, , { by = 'cash' } = {}] = asked
  const order = await takeOrder(...asked)
  const modes = await server.beside(enabledModes)
  const modeId = modes.find(({ kind, side }) => kind === by && side === 'payment')?.id
  return teller<Order & { state: string }>('/rmttransaction/pay', { ...key(order), modeId })
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
