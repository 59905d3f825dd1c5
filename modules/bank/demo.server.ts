// Long because one office is told whole: whom it pays, by which bank, and what the bank says of it.
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Stage } from '#modules/demonstration.contract.ts'
import type { Player, Step } from '#modules/demonstration.domain.ts'
import { accounts as ledgers } from '#modules/ledger/accounts/accounts.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { bankAccounts } from './accounts/accounts.contract.ts'
import { payeeChanges } from './changes/changes.contract.ts'
import { cheques } from './cheques/cheques.contract.ts'
import { payeeExpenses } from './expenses/expenses.contract.ts'
import { bankMatches } from './matches/matches.contract.ts'
import { payees } from './payees/payees.contract.ts'
import { payeePayments } from './payments/payments.contract.ts'
import { bankReconciliations } from './reconciliations/reconciliations.contract.ts'
import { bankRules } from './rules/rules.contract.ts'
import { statements } from './statements/statements.contract.ts'
import { bankTransfers } from './transfers/transfers.contract.ts'

const bankName = 'Harbour Bank'
const numbers = { main: '512300887766', savings: '512300998877', dollars: '889900112233' }
const opening = '180000.00'
const paper = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n')

interface House {
  branchId: string
  main: string
  savings: string
  dollars: string
  /** A day so many days back, in the time zone of the demonstration's branches. */
  back: (days: number) => string
  ledgerOf: (code: string) => string
}

/** Bank accounts, payees and what is spent, transfers, cheques, statements and reconciliations, each in all of their states. */
export async function seedBank(stage: Stage): Promise<void> {
  const house = await openAccounts(stage)
  const payee = await seedPayees(stage)
  const owed = await seedExpenses(stage, house, payee)
  await seedPayments(stage, house, { payee, owed })
  await seedTransfers(stage, house)
  await seedCheques(stage, house)
  await seedReconciliations(stage, house)
}

async function openAccounts({ perform, now, mids }: Stage): Promise<House> {
  const known = (await perform('admin', branches.list, { pageSize: 100 })).items
  const branchId = known.find(({ code }) => code === 'KLC')?.id ?? ''
  const currencies = (await perform('admin', bankAccounts.choices, {})).currencies
  const today = now.getTime() + 8 * 3_600_000
  const back = (days: number) => new Date(today - days * 86_400_000).toISOString().slice(0, 10)
  const of = (currency: string) => ({
    bankName,
    branchId,
    currencyId: currencies.find(({ name }) => name === currency)?.id ?? '',
    openedOn: back(40),
  })
  const { main: number } = numbers
  const named = { code: 'MAIN', name: 'Harbour current', number, isShared: true, openingAmount: opening }
  const main = await perform('admin', bankAccounts.create, { ...of('MYR'), ...named })
  const own = { code: '1201', name: 'Bank savings', class: 'asset' as const }
  const { id: ledgerId } = await perform('admin', ledgers.create, own)
  const kept = { code: 'SAVINGS', name: 'Harbour savings', number: numbers.savings, ledgerId }
  const savings = await perform('admin', bankAccounts.create, { ...of('MYR'), ...kept })
  const dollars = await perform('admin', bankAccounts.create, {
    ...of('USD'),
    code: 'USD',
    name: 'Harbour dollars',
    number: numbers.dollars,
    openingAmount: '20000',
    openingValue: new Exact(mids.get('USD') ?? 1).times(20_000).toFixed(2),
  })
  const chart = new Map((await perform('admin', ledgers.list, {})).map(({ code, id }) => [code, id]))
  const ledgerOf = (code: string) => chart.get(code) ?? ''
  return { branchId, main: main.id, savings: savings.id, dollars: dollars.id, back, ledgerOf }
}

const paid = [
  { code: 'LOT', name: 'Lot Bukit Properties', kind: 'landlord', number: '300711224455' },
  { code: 'POWER', name: 'Peninsula Power', kind: 'utility', number: '300788990011' },
  { code: 'SWIFT', name: 'Swift Couriers', kind: 'supplier', number: '300755667788' },
] as const

/** Payees, each with a change of bank details: let through, or waiting, turned down or withdrawn beside one that was let through. */
async function seedPayees({ perform, follow, upload }: Stage): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const approved: readonly Step[] = [['admin', 'approve', { note: 'Called the number on the contract' }]]
  const later: readonly (readonly Step[])[] = [
    [],
    [['admin', 'reject', { note: 'Nobody there knows of another account' }]],
    [['accountant', 'withdraw']],
  ]
  for (const [at, { number, ...draft }] of paid.entries()) {
    const made = await perform('accountant', payees.create, draft)
    ids.set(draft.code, made.id)
    const details = { payeeId: made.id, holder: draft.name, bankName: 'Reef Bank' }
    const first = { ...details, number, reason: 'As on the first invoice' }
    await follow(payeeChanges, await perform('accountant', payeeChanges.create, first), approved)
    const again = { ...details, number: `9${number.slice(1)}`, reason: 'Asked for by a letter' }
    await follow(payeeChanges, await perform('accountant', payeeChanges.create, again), later[at] ?? [])
    const { id, version } = await perform('accountant', payees.getById, { id: made.id })
    const file = { id, version: String(version) }
    if (at === 0) await upload('accountant', payees.attach, 'lease.pdf', paper, file)
  }
  return ids
}

const submitted: Step = ['accountant', 'submit']
/** What is owed: of whom, how much, how long ago, to which ledger, and what became of it. */
const spent: readonly {
  name: string
  of: string
  by: Player
  amount: string
  days: number
  ledger: string
  steps: readonly Step[]
}[] = [
  { name: 'rent', of: 'LOT', by: 'accountant', amount: '4500', days: 32, ledger: '6000', steps: [submitted] },
  {
    name: 'light',
    of: 'POWER',
    by: 'accountant',
    amount: '1860',
    days: 24,
    ledger: '6000',
    steps: [submitted],
  },
  {
    name: 'bags',
    of: 'SWIFT',
    by: 'accountant',
    amount: '1240',
    days: 20,
    ledger: '6000',
    steps: [submitted],
  },
  {
    name: 'letters',
    of: 'SWIFT',
    by: 'accountant',
    amount: '90',
    days: 3,
    ledger: '6000',
    steps: [submitted],
  },
  {
    name: 'lamps',
    of: 'POWER',
    by: 'manager',
    amount: '1800',
    days: 1,
    ledger: '6000',
    steps: [['manager', 'submit']],
  },
  { name: 'paint', of: 'LOT', by: 'manager', amount: '240', days: 1, ledger: '6000', steps: [] },
  {
    name: 'double',
    of: 'POWER',
    by: 'accountant',
    amount: '1860',
    days: 23,
    ledger: '6000',
    steps: [submitted, ['accountant', 'reverse', { note: 'The same invoice twice' }]],
  },
  {
    name: 'sign',
    of: 'SWIFT',
    by: 'manager',
    amount: '310',
    days: 2,
    ledger: '6000',
    steps: [['manager', 'cancel']],
  },
]

async function seedExpenses(
  { perform, follow, upload }: Stage,
  { branchId, back, ledgerOf }: House,
  payee: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const owed = new Map<string, string>()
  for (const [at, { name, of, by, amount, days, ledger, steps }] of spent.entries()) {
    const made = await perform(by, payeeExpenses.create, {
      branchId,
      payeeId: payee.get(of) ?? '',
      invoice: `INV-${1040 + at}`,
      businessDate: back(days),
      dueDate: back(days - 14),
      lines: [{ ledgerId: ledgerOf(ledger), description: '', amount, taxRate: '0.08' }],
    })
    const { id, version } = await follow(payeeExpenses, made, steps)
    owed.set(name, id)
    const file = { id, version: String(version) }
    if (name === 'rent') await upload('accountant', payeeExpenses.attach, 'invoice.pdf', paper, file)
  }
  return owed
}

interface Owing {
  payee: ReadonlyMap<string, string>
  owed: ReadonlyMap<string, string>
}

/** Paid in whole, in part, from petty cash, and above the limit of the manager: for which somebody else decides. */
async function seedPayments({ perform, follow }: Stage, house: House, { payee, owed }: Owing): Promise<void> {
  const pay = (by: Player, of: string, name: string, amount: string, from: object) =>
    perform(by, payeePayments.create, {
      branchId: house.branchId,
      payeeId: payee.get(of) ?? '',
      lines: [{ expenseId: owed.get(name) ?? '', amount }],
      ...from,
    })
  const bank = (days: number) => ({ accountId: house.main, businessDate: house.back(days) })
  await pay('accountant', 'LOT', 'rent', '4500', bank(30))
  await pay('accountant', 'POWER', 'light', '1060', bank(12))
  const back = await pay('accountant', 'SWIFT', 'bags', '1240', bank(2))
  await follow(payeePayments, back, [['accountant', 'reverse', { note: 'Sent back by the bank' }]])
  await pay('accountant', 'SWIFT', 'letters', '40', {})
  await pay('manager', 'POWER', 'light', '800', bank(0))
  const asked = async (step: Step) =>
    follow(payeePayments, await pay('manager', 'SWIFT', 'bags', '600', bank(0)), [step])
  await asked(['accountant', 'reject', { note: 'Paid in whole, not in part' }])
  await asked(['manager', 'cancel'])
}

async function seedTransfers({ perform, follow, mids }: Stage, house: House): Promise<void> {
  const { branchId, main, savings, dollars, back } = house
  const send = (draft: object) =>
    perform('accountant', bankTransfers.create, { kind: 'transfer', amount: '0', ...draft })
  await send({
    kind: 'charge',
    fromAccountId: main,
    amount: '25',
    businessDate: back(25),
    note: 'Monthly fee',
  })
  await send({ kind: 'interest', toAccountId: main, amount: '38.40', businessDate: back(20) })
  const twice = await send({ kind: 'charge', fromAccountId: main, amount: '25', businessDate: back(4) })
  await follow(bankTransfers, twice, [['accountant', 'reverse', { note: 'Charged once only' }]])
  const sold = await send({
    fromAccountId: dollars,
    toAccountId: main,
    amount: '2000',
    businessDate: back(3),
  })
  const amount = new Exact(mids.get('USD') ?? 1).times('2004').toFixed(2)
  await follow(bankTransfers, sold, [['accountant', 'arrive', { amount, businessDate: back(3) }]])
  await send({ fromAccountId: main, toAccountId: savings, amount: '3000', businessDate: back(1) })
  const bag = { branchId, bag: 'BAG 4471', slip: 'SLIP 118' }
  await send({ kind: 'deposit', toAccountId: main, amount: '12000', ...bag })
  const taken = await send({ kind: 'withdrawal', fromAccountId: main, branchId, amount: '5000' })
  await follow(bankTransfers, taken, [['accountant', 'takeBack', { note: 'Not needed today' }]])
}

const received = [
  { number: '000118', amount: '1200' },
  { number: '000119', amount: '650' },
  { number: '000231', amount: '480' },
  { number: '000307', amount: '900' },
  { number: '000308', amount: '275' },
]

/** Two go to the bank together and one by itself; one is kept, one is given back. */
async function seedCheques({ perform, follow, regulars }: Stage, house: House): Promise<void> {
  const { branchId, main, back } = house
  const made: { id: string; version: number }[] = []
  for (const [at, { number, amount }] of received.entries()) {
    const of = { customerId: regulars[at] ?? '', branchId, amount, datedOn: back(1) }
    const written = { number, bankName: 'Reef Bank', drawer: `Kedai Sentosa ${at + 1}` }
    made.push(await perform('accountant', cheques.create, { ...of, ...written }))
  }
  const [first, second, third, , fifth] = made
  const deposit = (slip: string, own: typeof made) =>
    perform('accountant', bankTransfers.depositCheques, {
      branchId,
      toAccountId: main,
      slip,
      chequeIds: own.map(({ id }) => id),
    })
  if (!first || !second || !third || !fifth) return
  await deposit('SLIP 121', [first, second])
  await deposit('SLIP 122', [third])
  await follow(cheques, fifth, [['accountant', 'giveBack', { note: 'Paid in cash instead' }]])
}

/** One account's month is finished and its next one half done; another has begun, and a third was begun by mistake. */
async function seedReconciliations(stage: Stage, house: House): Promise<void> {
  const { perform, follow } = stage
  const { main, savings, dollars, back, ledgerOf } = house
  const first = await importLines(stage, house, {
    number: '30',
    opening,
    lines: [
      { days: 30, amount: '-4500.00', text: 'LOT BUKIT PROPERTIES' },
      { days: 25, amount: '-25.00', text: 'MONTHLY FEE' },
      { days: 20, amount: '38.40', text: 'INTEREST' },
      { days: 12, amount: '-1060.00', text: 'PENINSULA POWER' },
    ],
  })
  const done = await begin(stage, main, back(10))
  for (const { id, amount } of await openLines(stage, done.id))
    await matchLine(stage, done.id, { id, amount })
  await follow(bankReconciliations, done, [['accountant', 'process']])

  const closing = await importLines(stage, house, {
    number: '31',
    opening: first,
    lines: [
      { days: 0, amount: '1850.00', text: 'CHEQUE DEPOSIT SLIP 121' },
      { days: 0, amount: '-650.00', text: 'CHEQUE RETURNED 000119' },
      { days: 0, amount: '240.00', text: 'IBG CREDIT REF 7781' },
      { days: 0, amount: '-25.00', text: 'MONTHLY FEE' },
    ],
  })
  const half = await begin(stage, main, back(0))
  const [deposit, returned] = await openLines(stage, half.id)
  if (!deposit || !returned) return
  await matchLine(stage, half.id, deposit)
  const [bounced] = (await perform('accountant', cheques.cleared, {})).filter(
    ({ number }) => number === '000119',
  )
  const of = { reconciliationId: half.id, lineId: returned.id, kind: 'cheque' as const }
  await perform('accountant', bankMatches.createFromLine, { ...of, chequeId: bounced?.id ?? '' })
  await perform('accountant', bankRules.create, {
    accountId: main,
    contains: 'fee',
    direction: 'out',
    ledgerId: ledgerOf('5050'),
  })
  await follow(bankReconciliations, half, [['accountant', 'save', { closing, note: 'Who paid 240.00?' }]])
  await begin(stage, dollars, back(0))
  await follow(bankReconciliations, await begin(stage, savings, back(0)), [['accountant', 'delete']])
}

const begin = ({ perform }: Stage, accountId: string, toOn: string) =>
  perform('accountant', bankReconciliations.initialize, { accountId, toOn })

async function openLines({ perform }: Stage, reconciliationId: string) {
  const page = { reconciliationId, isOpen: true, pageSize: 200 }
  return (await perform('accountant', bankMatches.lines, page)).items
}

/** Settles a line by the one item that comes to the same. */
async function matchLine(
  { perform }: Stage,
  reconciliationId: string,
  line: { id: string; amount: string },
): Promise<void> {
  const { items } = await perform('accountant', bankMatches.items, { reconciliationId, pageSize: 200 })
  const item = items.find(({ amount }) => amount !== null && new Exact(amount).eq(line.amount))
  if (!item) throw new Error(`Nothing in the books of the demonstration is ${line.amount}`)
  const lines = [{ id: line.id }]
  await perform('accountant', bankMatches.match, { reconciliationId, lines, itemIds: [item.id] })
}

interface Said {
  /** Of the statement. */
  number: string
  opening: string
  lines: readonly { days: number; amount: string; text: string }[]
}

/** Imports a statement as the bank sends it (MT940); answers its closing balance. */
async function importLines({ upload }: Stage, { main, back }: House, said: Said): Promise<string> {
  const short = (days: number) => back(days).replaceAll('-', '').slice(2)
  const figure = (amount: string) =>
    `${amount.startsWith('-') ? 'D' : 'C'}${amount.replace('-', '').replace('.', ',')}`
  const [from = 0, to = 0] = [said.lines[0]?.days, said.lines.at(-1)?.days]
  const closing = said.lines.reduce((sum, { amount }) => sum.plus(amount), new Exact(said.opening)).toFixed(2)
  const mark = (days: number, amount: string) => {
    const [letter = '', ...rest] = figure(amount)
    return `${letter}${short(days)}MYR${rest.join('')}`
  }
  const text = [
    ':20:HARBOUR',
    `:25:${numbers.main}`,
    `:28C:${said.number}`,
    `:60F:${mark(from, said.opening)}`,
    ...said.lines.flatMap(({ days, amount, text: words }) => [
      `:61:${short(days)}${short(days).slice(2)}${figure(amount)}NMSCNONREF`,
      `:86:${words}`,
    ]),
    `:62F:${mark(to, closing)}`,
    '-',
  ].join('\n')
  const name = `harbour-${said.number}.sta`
  await upload('accountant', statements.import, name, new TextEncoder().encode(text), { accountId: main })
  return closing
}
