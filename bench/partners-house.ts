import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { OrderDetail } from '#modules/remittance/orders/orders.contract.ts'
import { type House, openHouse, signIn, sure, type Teller } from './counter-house.ts'
import { ask } from './crowd.ts'

/** The key of the partner that is called. */
export const partnerKey = 'a key of at least thirty-two characters'
/** What the partner takes for an order, in the currency in which it settles and pays out. */
export const partnerFee = '0.35'

interface Place {
  branchId: string
  counterId: string
}

/** A house that pays out abroad: senders whose papers are complete, and one partner whose balance is open. */
export interface Payouts {
  house: House
  /** Where each teller sits. */
  places: readonly Place[]
  customers: readonly string[]
  cash: string
  providerId: string
  prefundId: string
  /** Where the partner reports to, below the address of a server. */
  reportPath: string
  accountId: string
}

/** A number from 0 to below 1, the same each time for a seed (mulberry32). */
export function drawBySeed(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Admin = Pick<Teller, 'call'>
const idOf = (answer: unknown) => (answer as { id: string }).id

/** The partner that is called at `endpoint`, or takes files where it is empty; another code is another partner. */
export async function addPartner(
  admin: Admin,
  { code, endpoint = '', costRate = '0.22371365' }: { code: string; endpoint?: string; costRate?: string },
): Promise<{ id: string; reportPath: string }> {
  const made = await sure<{ id: string; reportPath: string }>(
    admin.call('/remittance/provider/create', {
      code,
      name: `Islands Payout ${code}`,
      services: [{ country: 'ID', currency: 'USD', method: 'wallet', decimals: 2 }],
      settlementCurrency: 'USD',
      timeZone: 'Asia/Jakarta',
      cutOff: '14:00',
      workdays: '1234567',
      fee: partnerFee,
      answersWithin: 5,
      channel: endpoint === '' ? 'file' : 'api',
      endpoint,
    }),
  )
  const corridor = { providerId: made.id, country: 'ID', currency: 'USD' }
  await sure(admin.call('/remittance/payoutrate/create', { ...corridor, costRate, margin: '0.01' }))
  return made
}

/** Opens a house with a partner, and a bank account of its currency from which its balance is filled. */
export async function openPayouts(
  base: string,
  owner: pg.ClientConfig,
  { people, endpoint, senders }: { people: number; endpoint?: string; senders: number },
): Promise<Payouts> {
  const house = await openHouse(base, people)
  const { admin } = house
  const { login } = await signIn(base, 'admin')
  const { counters } = login.companyStructure
  const seats = counters.map((one) => ({ branchId: one.branchId, counterId: one.id }))
  const places = house.tellers.map((_, at) => seats[at % seats.length] as Place)
  const modes = await sure<{ id: string; kind: string }[]>(
    admin.call('/possetting/modeofpayment/list', { pageSize: 100 }).then(({ status, body }) => ({
      status,
      body: (body as { items: unknown }).items,
    })),
  )
  const partner = await addPartner(admin, { code: 'SIM', ...(endpoint !== undefined && { endpoint }) })
  const branchId = places[0]?.branchId ?? ''
  const account = await sure(
    admin.call('/posaccounting/bankaccount/create', {
      code: 'PARTNER1',
      name: 'For partners',
      bankName: 'Bank of the Islands',
      number: '0068123499',
      branchId,
      currencyId: house.dollars,
      openingAmount: '90000000',
      openingValue: '399600000',
      openedOn: new Date().toISOString().slice(0, 10),
    }),
  )
  const opened = { providerId: partner.id, branchId }
  const prefund = await sure(admin.call('/remittance/providerbalance/create', opened))
  return {
    house,
    places,
    customers: await addSenders(owner, login.company.companyId, senders),
    cash: modes.find(({ kind }) => kind === 'cash')?.id ?? '',
    providerId: partner.id,
    prefundId: idOf(prefund),
    reportPath: partner.reportPath,
    accountId: idOf(account),
  }
}

/** The id of a sender by its number, as PostgreSQL says it: of some, one is drawn without a look. */
export const senderAt = (number: string) =>
  `overlay(overlay(md5('sender ' || (${number})) placing '4' from 13) placing '8' from 17)::uuid`

/** People whose files have all that due diligence asks of a sender. */
async function addSenders(owner: pg.ClientConfig, companyId: string, count: number): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    owner,
    `with who as materialized (select ${senderAt('n')} as id, gen_random_uuid() as file, n from generate_series(1, $2::int) n),
      made as (insert into customers.customer (id, company_id, customer_type, name, nationality, date_of_birth, address, phone, occupation)
        select id, $1, 1, 'Noor Aminah ' || n, 'MY', '1990-05-01', '3 Jalan Ampang', '+60123456789', 'Baker' from who returning id),
      paper as (insert into kit.file (id, company_id, name, media_type, size, sha256)
        select file, $1, 'card.png', 'image/png', 1, 'x' from who),
      card as (insert into customers.document (company_id, customer_id, id_type, id_number, id_issuing_country, id_expiry_date,
          is_primary, front_file_id)
        select $1, id, 'NATIONAL_ID', (900501000000 + n)::text, 'MY', '2035-01-01', true, file from who)
    select id from made`,
    [companyId, count],
  )
  return rows.map(({ id }) => id)
}

/** What is sent by an order: units of local currency, and to whom. */
export const draftOf = (
  { customers, providerId }: Pick<Payouts, 'customers' | 'providerId'>,
  place: Place,
  { number, amount }: { number: number; amount: string },
) => ({
  ...place,
  id: randomUUID(),
  customerId: customers[number % customers.length],
  providerId,
  providerReason: 'The one that is tried',
  country: 'ID',
  currency: 'USD',
  method: 'wallet',
  fixed: 'sends',
  amount,
  recipientName: 'Siti Rahmawati',
  recipient: { account: '0812-3456-7890' },
  purpose: 'familySupport',
  sourceOfFunds: 'salary',
  relationship: 'sibling',
  duplicateReason: 'One of several',
})

/** Makes an order and takes the money in cash, each call by `call`; answers it as it was paid. */
export async function takeOrder(
  call: (path: string, body: object) => Promise<unknown>,
  draft: ReturnType<typeof draftOf>,
  cash: string,
): Promise<OrderDetail> {
  const made = (await call('/rmttransaction/create', draft)) as OrderDetail
  const key = ({ id, version }: OrderDetail) => ({ id, version })
  const agreed = (await call('/rmttransaction/agree', key(made))) as OrderDetail
  return (await call('/rmttransaction/pay', { ...key(agreed), modeId: cash })) as OrderDetail
}
