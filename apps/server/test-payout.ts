import { randomUUID } from 'node:crypto'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { type OrderDetail, orders } from '#modules/remittance/orders/orders.contract.ts'
import { payoutRates } from '#modules/remittance/payout-rates/payout-rates.contract.ts'
import { prefundMoves } from '#modules/remittance/prefund-moves/prefund-moves.contract.ts'
import { prefunds } from '#modules/remittance/prefunds/prefunds.contract.ts'
import { providers } from '#modules/remittance/providers/providers.contract.ts'
import type { Call, TestApp } from './test-app.ts'
import { addPerson } from './test-customer.ts'

const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

interface Payouts {
  clock: { now: Date }
  /** Of the partner, beside its name and corridor. */
  partner?: Partial<CallOf<typeof providers.create>>
  rate?: Partial<CallOf<typeof payoutRates.create>>
  /** What a bank account of the settlement currency holds, and what that has cost. */
  bank: { currency: string; amount: string; value: string }
}

const noor = { name: 'Noor Aminah', idNumber: '900501105566' }

/** A company that pays out abroad by one partner, from one open counter, with a sender who is identified. */
export async function openPayouts(app: TestApp, asked: Payouts) {
  const { clock } = asked
  app.setNow(clock.now)
  const session = await app.signIn('admin')
  const admin = session.call
  const { companyId } = session.login.company
  const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
    admin(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
  const branchId = (await admin(branches.list, {})).body.items[0]?.id ?? ''
  const counterId =
    (await admin(counters.list, {})).body.items.find((one) => one.branchId === branchId)?.id ?? ''
  const cash = (await admin(paymentModes.listSelection)).body.find(({ kind }) => kind === 'cash')?.id ?? ''
  await moving(days.open, { counterId })
  const place = { branchId, counterId }
  const accountId = await openAccount({ admin, moving }, branchId, asked)
  const { provider, service } = await addPartner({ admin }, asked)
  const customerId = await addPerson(app, companyId, noor)
  const providerId = provider.id
  const prefundId = (await admin(prefunds.create, { providerId, branchId })).body.id
  /** Goes on by so many seconds. */
  const later = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
    app.setNow(clock.now)
  }
  const { country, currency, method } = service
  const draftOf = (amount: string, fixed: 'gets' | 'sends' = 'sends') => ({
    ...place,
    ...told,
    customerId,
    providerId,
    country,
    currency,
    method,
    fixed,
    amount,
  })
  const look = async ({ id }: { id: string }) => (await admin(orders.getById, { id })).body
  return {
    session,
    admin,
    moving,
    later,
    look,
    companyId,
    branchId,
    counterId,
    customerId,
    providerId,
    prefundId,
    draftOf,
    reportPath: provider.reportPath,
    topUp: (amount: string) => moving(prefundMoves.create, { kind: 'topUp', providerId, accountId, amount }),
    /** So much by the books, promised, and to be had. */
    balance: async () => {
      const { ledger, reserved, available } = (await admin(prefunds.getById, { id: prefundId })).body
      return [ledger, reserved, available].map(Number)
    },
    /** An order that is paid in cash; it is lined up where the balance reaches. */
    async order(amount: string, fixed: 'gets' | 'sends' = 'sends'): Promise<OrderDetail> {
      later(1)
      const drafted = await admin(orders.create, { id: randomUUID(), ...draftOf(amount, fixed) })
      if (drafted.status !== 200) throw new Error(JSON.stringify(drafted.body))
      const agreed = (await admin(orders.agree, key(drafted.body))).body
      const paid = await moving(orders.pay, { ...key(agreed), modeId: cash })
      if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
      return paid.body
    },
  }
}

/** What a sender says of an order. */
const told = {
  recipientName: 'Siti Rahmawati',
  recipient: { account: '0812-3456-7890' },
  purpose: 'familySupport',
  sourceOfFunds: 'salary',
  relationship: 'sibling',
  duplicateReason: 'One of several',
} as const

interface Calls {
  admin: Call
  moving: <E extends Endpoint>(endpoint: E, input: CallOf<E>) => ReturnType<Call>
}

async function openAccount(
  { admin, moving }: Calls,
  branchId: string,
  { bank, clock }: Payouts,
): Promise<string> {
  const { currencies } = (await admin(bankAccounts.choices)).body
  const account = await moving(bankAccounts.create, {
    code: 'PARTNER1',
    name: 'For partners',
    bankName: 'Bank of the Islands',
    number: '0068123499',
    branchId,
    currencyId: currencies.find(({ name }) => name === bank.currency)?.id ?? '',
    openingAmount: bank.amount,
    openingValue: bank.value,
    openedOn: clock.now.toISOString().slice(0, 8).concat('01'),
  })
  if (account.status !== 200) throw new Error(JSON.stringify(account.body))
  return (account.body as { id: string }).id
}

async function addPartner({ admin }: Pick<Calls, 'admin'>, { bank, partner, rate }: Payouts) {
  const made = await admin(providers.create, {
    code: 'SIM',
    name: 'Islands Payout',
    services: [{ country: 'ID', currency: 'IDR', method: 'wallet', decimals: 0 }],
    settlementCurrency: bank.currency,
    timeZone: 'Asia/Jakarta',
    cutOff: '14:00',
    workdays: '12345',
    ...partner,
  })
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  const [service] = made.body.services
  if (!service) throw new Error('A partner pays out somewhere')
  const { country, currency } = service
  const corridor = { providerId: made.body.id, country, currency }
  const priced = await admin(payoutRates.create, { ...corridor, costRate: '3812.5', margin: '0', ...rate })
  if (priced.status !== 200) throw new Error(JSON.stringify(priced.body))
  return { provider: made.body, service }
}
