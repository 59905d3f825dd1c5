import { randomUUID } from 'node:crypto'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { payeeChanges } from '#modules/bank/changes/changes.contract.ts'
import { payees } from '#modules/bank/payees/payees.contract.ts'
import { bankReconciliations } from '#modules/bank/reconciliations/reconciliations.contract.ts'
import { accounts as chart } from '#modules/ledger/accounts/accounts.contract.ts'
import { type Answer, signIn, sure, type Teller } from './counter-house.ts'

// The bank of the demonstration company, as the bench of faults opens it: two local accounts, one in dollars, and a payee.

export const opening = '5000000.00'

/** Somebody of the demonstration who sits nowhere, and sends files too. */
export interface Clerk extends Teller {
  files: Pick<Teller, 'call' | 'sit'>
  /** Reads what is asked for by an address alone. */
  look: (path: string, input: Record<string, string>) => Promise<unknown>
}

/** What was answered, by the id of each document. */
export interface Answered {
  expenses: string[]
  payments: string[]
  transfers: string[]
  matches: string[]
  statements: string[]
  /** Of statements. */
  lines: number
  /** Asked for once more under the same key: how often, and how often another document was the answer. */
  repeats: { asked: number; others: number }
}

interface BankHouse {
  branchId: string
  main: string
  savings: string
  dollars: string
  payeeId: string
  ledgerId: string
  reconciliationId: string
  today: string
}

const number = '8800990011'

/** Signs in again where the session has ended, or the server was killed under it. */
async function clerk(base: string, name: string): Promise<Clerk> {
  let token = ''
  const nobody: Teller['call'] = () => Promise.reject(new Error('Nobody has signed in yet'))
  const upload: Teller['call'] = async (path, asked, key = randomUUID()): Promise<Answer> => {
    const body = new FormData()
    for (const [field, value] of Object.entries(asked as Record<string, string>))
      if (field !== 'text') body.append(field, value)
    body.append('file', new Blob([(asked as { text: string }).text]), 'day.sta')
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
    const reply = await fetch(`${base}${path}`, { method: 'POST', headers, body })
    return { status: reply.status, body: (await reply.json()) as unknown }
  }
  const sit = async () => {
    const { call, login } = await signIn(base, name)
    token = login.userInfo.accessToken
    known.call = call
  }
  const look = async (path: string, input: Record<string, string>) => {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${base}${path}?${new URLSearchParams(input).toString()}`, { headers })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as unknown
  }
  const known: Clerk = { call: nobody, sit, look, files: { call: upload, sit } }
  await sit()
  return known
}

/** A statement of these amounts, which follows on the balance before it. */
export function statementOf(
  today: string,
  before: number,
  lines: readonly { amount: string; text: string }[],
) {
  const day = today.replaceAll('-', '').slice(2)
  const cents = (amount: number) => (Math.abs(amount) / 100).toFixed(2).replace('.', ',')
  const amounts = lines.map(({ amount }) => Math.round(Number(amount) * 100))
  const after = amounts.reduce((sum, amount) => sum + amount, before)
  const sign = (amount: number) => (amount < 0 ? 'D' : 'C')
  const rows = lines.flatMap(({ text }, at) => {
    const amount = amounts[at] ?? 0
    return [`:61:${day}${day.slice(2)}${sign(amount)}${cents(amount)}NMSCNONREF`, `:86:${text}`]
  })
  const balance = (tag: string, amount: number) => `:${tag}:${sign(amount)}${day}MYR${cents(amount)}`
  const file = [':20:1', `:25:${number}`, ':28C:1', balance('60F', before), ...rows, balance('62F', after)]
  return { after, text: [...file, '-'].join('\n') }
}

/** Opens the accounts, has the payee's details let through by two people, and begins a reconciliation of the first account. */
export async function openBankHouse(
  base: string,
): Promise<BankHouse & Record<'accountant' | 'admin', Clerk>> {
  const admin = await clerk(base, 'admin')
  const accountant = await clerk(base, 'accountant')
  const made = <T>(path: string, body: object, by: Teller = admin) => sure<T>(by.call(path, body))
  const { currencies } = await made<{ currencies: { id: string; name: string }[] }>(
    bankAccounts.choices.path,
    {},
  )
  const idOf = (code: string) => currencies.find(({ name }) => name === code)?.id ?? ''
  const { branches } = (await signIn(base, 'admin')).login.companyStructure
  const branchId = branches[0]?.id ?? ''
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(new Date())
  const ledger = async (code: string, kind: 'asset' | 'expense') =>
    (await made<{ id: string }>(chart.create.path, { code, name: `Bench ${code}`, class: kind })).id
  const account = async (code: string, own: object) => {
    const draft = { code, name: code, bankName: 'Harbour Bank', branchId, isShared: true, ...own }
    return (await made<{ id: string }>(bankAccounts.create.path, draft)).id
  }
  const local = { currencyId: idOf('MYR'), openingAmount: opening, openedOn: today }
  const main = await account('MAIN', { ...local, number })
  const savings = await account('SAVE', {
    ...local,
    number: '8800990022',
    ledgerId: await ledger('1201', 'asset'),
  })
  const dollars = await account('USD', {
    currencyId: idOf('USD'),
    number: '8800990033',
    openingAmount: '100000',
    openingValue: '420000',
    openedOn: today,
  })
  const { id: payeeId } = await made<{ id: string }>(payees.create.path, {
    code: 'HERON',
    name: 'Heron Properties',
    kind: 'landlord',
  })
  const details = { holder: 'Heron Properties', bankName: 'Reef Bank', number: '555123456789' }
  const asked = await made<{ id: string; version: number }>(
    payeeChanges.create.path,
    { payeeId, ...details, reason: 'On the contract' },
    accountant,
  )
  await made(payeeChanges.approve.path, { id: asked.id, version: asked.version, note: 'Called back' })
  const begun = { accountId: main, toOn: today }
  const { id: reconciliationId } = await made<{ id: string }>(bankReconciliations.initialize.path, begun)
  const ledgerId = await ledger('6099', 'expense')
  return {
    admin,
    accountant,
    branchId,
    main,
    savings,
    dollars,
    payeeId,
    ledgerId,
    reconciliationId,
    today,
  }
}
