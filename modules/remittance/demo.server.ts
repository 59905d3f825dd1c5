import { randomUUIDv7 } from 'node:crypto'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import type { Stage } from '#modules/demonstration.contract.ts'
import type { Step } from '#modules/demonstration.domain.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { listSenders } from './demo-senders.server.ts'
import { incomingFunds } from './incoming-funds/incoming-funds.contract.ts'
import { inwards } from './inward/inward.contract.ts'
import { lowLimits } from './low-limits/low-limits.contract.ts'
import { orders } from './orders/orders.contract.ts'
import { partnerStatements } from './partner-statements/partner-statements.contract.ts'
import { payoutBatches } from './payout-batches/payout-batches.contract.ts'
import { payoutRates } from './payout-rates/payout-rates.contract.ts'
import { prefundMoves } from './prefund-moves/prefund-moves.contract.ts'
import { prefunds } from './prefunds/prefunds.contract.ts'
import { providers } from './providers/providers.contract.ts'
import { statementDifferences } from './statement-differences/statement-differences.contract.ts'

interface Corridor {
  country: string
  currency: string
  method: 'bank' | 'wallet'
  rate: string
  decimals: number | null
}

/** Partners that take files, each settled in the currency that it pays out. */
const partners: readonly { code: string; name: string; corridor: Corridor; zone: string; fund: string }[] = [
  {
    code: 'ISLES',
    name: 'Islands Payout',
    corridor: { country: 'ID', currency: 'IDR', method: 'wallet', rate: '3812.5', decimals: 0 },
    zone: 'Asia/Jakarta',
    fund: '20000000',
  },
  {
    code: 'LUZON',
    name: 'Luzon Remit',
    corridor: { country: 'PH', currency: 'PHP', method: 'wallet', rate: '13.1', decimals: 2 },
    zone: 'Asia/Manila',
    fund: '40000',
  },
]

/** What becomes of orders after they were taken: none, or an act after another. */
const courses: readonly { amount: string; steps: readonly Step[]; paidBy?: 'cash' | 'cheque' }[] = [
  { amount: '480', steps: [] },
  { amount: '350', steps: [['teller', 'agree']] },
  { amount: '275', steps: [['teller', 'cancel']] },
  { amount: '620', steps: [['teller', 'agree']], paidBy: 'cash' },
  { amount: '910', steps: [['teller', 'agree']], paidBy: 'cash' },
  { amount: '1200', steps: [['teller', 'agree']], paidBy: 'cash' },
]

/** Taken after the first batch was sent. */
const later: typeof courses = [
  { amount: '540', steps: [['teller', 'agree']], paidBy: 'cash' },
  { amount: '760', steps: [['teller', 'agree']], paidBy: 'cash' },
  // Its money is to be seen first.
  { amount: '430', steps: [['teller', 'agree']], paidBy: 'cheque' },
]

/** A partner with its first top-up. */
interface Funded {
  providerId: string
  amount: string
  number: string
  day: string
}

interface Place {
  branchId: string
  counterId: string
}

/** Partners with their balances, orders on their way, a batch, money that came in, and money to be paid out here. */
export async function seedRemittance(stage: Stage): Promise<void> {
  const { perform } = stage
  const page = { pageSize: 100 }
  const branch = (await perform('admin', branches.list, page)).items.find(({ code }) => code === 'KLC')
  const seats = (await perform('admin', counters.list, page)).items
  const branchId = branch?.id ?? ''
  const counterId = seats.find((one) => one.branchId === branchId && one.code === 'C2')?.id ?? ''
  const place = { branchId, counterId }
  const made = []
  for (const [at, partner] of partners.entries()) made.push(await addPartner(stage, place, partner, at))
  const [first, second] = made
  const [corridor] = partners
  if (!first || !second || !corridor) return
  const { providerId } = first
  const senders = await listSenders(stage, courses.length + later.length)
  const taken = { place, providerId, corridor: corridor.corridor }
  await takeOrders(stage, { ...taken, senders }, courses)
  await answerBatch(stage, providerId)
  await takeOrders(stage, { ...taken, senders: senders.slice(courses.length) }, later)
  const batch = await perform('admin', payoutBatches.create, { providerId })
  // Another person is to let it go.
  await stage.follow(payoutBatches, batch, [['admin', 'close']])
  await noticeInward(stage, place, first.providerId)
  await readStatements(stage, second)
}

async function addPartner(
  { perform, now }: Stage,
  { branchId }: Place,
  { code, name, corridor, zone, fund }: (typeof partners)[number],
  at: number,
): Promise<Funded> {
  const { country, currency, method, decimals, rate } = corridor
  const { id: providerId } = await perform('admin', providers.create, {
    code,
    name,
    services: [{ country, currency, method, decimals }],
    settlementCurrency: currency,
    timeZone: zone,
    cutOff: '14:00',
    workdays: '12345',
  })
  await perform('admin', payoutRates.create, {
    providerId,
    country,
    currency,
    costRate: rate,
    margin: '0.008',
  })
  await perform('admin', lowLimits.create, { providerId, amount: fund })
  await perform('admin', prefunds.create, { providerId, branchId })
  const currencies = (await perform('admin', bankAccounts.choices, {})).currencies
  const value = { ISLES: '5300', LUZON: '3100' }[code] ?? '1000'
  const account = await perform('admin', bankAccounts.create, {
    code: `NOSTRO-${currency}`,
    name: `Nostro ${currency}`,
    bankName: name,
    number: `0091234567${at}`,
    branchId,
    currencyId: currencies.find((one) => one.name === currency)?.id ?? '',
    openingAmount: fund,
    openingValue: value,
    openedOn: now.toISOString().slice(0, 10),
  })
  const amount = at === 0 ? '8000000' : fund
  const topUp = { kind: 'topUp', providerId, accountId: account.id, amount } as const
  const { number, businessDate } = await perform('admin', prefundMoves.create, topUp)
  return { providerId, amount, number, day: businessDate }
}

/** A statement that has not the top-up, then the whole one with three charges: each is decided in another way. */
async function readStatements(
  { perform, upload }: Stage,
  { providerId, amount, number, day }: Funded,
): Promise<void> {
  const read = (lines: readonly string[]) => {
    const bytes = new TextEncoder().encode(['reference,kind,amount,balance', ...lines].join('\r\n'))
    return upload('admin', partnerStatements.readFile, 'statement.csv', bytes, { providerId, day })
  }
  const charges = ['ACCOUNT FEE,fee,-150,', 'MESSAGE FEE,fee,-75,', 'STAMP DUTY,fee,-20,']
  await read(charges)
  await read([`${number},topUp,${amount},`, ...charges])
  const { items } = await perform('admin', statementDifferences.list, {})
  const keyOf = (name: string) => {
    const { id = '', version = 0 } = items.find(({ reference }) => reference === name) ?? {}
    return { id, version }
  }
  const note = 'As in the tariff of this year'
  await perform('admin', statementDifferences.accept, { ...keyOf('STAMP DUTY'), note })
  await perform('admin', statementDifferences.dispute, { ...keyOf('MESSAGE FEE'), note: 'Not agreed' })
}

/** A batch that was let go and sent, and of which the partner says that the first was paid out and the second cannot be. */
async function answerBatch({ perform, follow, upload }: Stage, providerId: string): Promise<void> {
  const batch = await perform('admin', payoutBatches.create, { providerId })
  await follow(payoutBatches, batch, [
    ['admin', 'close'],
    ['accountant', 'approve'],
    ['admin', 'send'],
  ])
  const { items } = await perform('admin', payoutBatches.getById, { id: batch.id })
  const [paid, refused] = items.map(({ reference }) => reference)
  const said = ['reference,status,reason', `${paid},paid,`, `${refused},rejected,Wallet is closed`].join(
    '\r\n',
  )
  await upload('admin', payoutBatches.readResults, 'results.csv', Buffer.from(said), { providerId })
}

interface Taken {
  place: Place
  providerId: string
  corridor: Corridor
  senders: readonly string[]
}

async function takeOrders(
  { perform, follow }: Stage,
  { place, providerId, corridor, senders }: Taken,
  all: typeof courses,
): Promise<void> {
  const { country, currency, method } = corridor
  const modes = await perform('teller', paymentModes.listSelection, {})
  for (const [at, { amount, steps, paidBy }] of all.entries()) {
    const customerId = senders[at]
    if (!customerId) return
    const one = await perform('teller', orders.create, {
      id: randomUUIDv7(),
      ...place,
      customerId,
      country,
      currency,
      method,
      providerId,
      fixed: 'sends',
      amount,
      recipientName: 'Siti Rahmawati',
      recipient: { account: '0812-3456-7890' },
      purpose: 'familySupport',
      sourceOfFunds: 'salary',
      relationship: 'relative',
    })
    const done = await follow(orders, one, steps)
    const modeId = modes.find(({ kind }) => kind === paidBy)?.id
    if (modeId) await perform('teller', orders.pay, { id: done.id, version: done.version, modeId })
  }
}

async function noticeInward({ perform, now }: Stage, { branchId }: Place, providerId: string): Promise<void> {
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const notices = [
    {
      code: 'KX-48213',
      recipientName: 'Lim Siew Ling',
      senderName: 'Budi Santoso',
      settles: '1500000',
      amount: '390',
    },
    {
      code: 'KX-48377',
      recipientName: 'Rajesh Kumar',
      senderName: 'Dewi Lestari',
      settles: '850000',
      amount: '221',
    },
    // Of its sender the partner has not said enough for so much.
    {
      code: 'KX-48502',
      recipientName: 'Tan Wei Ming',
      senderName: 'Agus Wijaya',
      settles: '24000000',
      amount: '6240',
    },
  ]
  for (const [at, notice] of notices.entries())
    await perform('admin', inwards.create, {
      ...notice,
      providerId,
      branchId,
      country: 'ID',
      expiresOn: inDays(at === 0 ? 2 : 30),
    })
  const accounts = await perform('accountant', bankAccounts.listSelection, {})
  const local = accounts.find(({ isLocal }) => isLocal)
  if (!local) return
  await perform('accountant', incomingFunds.create, {
    accountId: local.id,
    amount: '350',
    payer: 'Tan Wei Ming',
    remark: 'For my order',
    receivedOn: now.toISOString().slice(0, 10),
  })
}
