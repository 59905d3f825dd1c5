import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { payeeChanges } from '#modules/bank/changes/changes.contract.ts'
import { payees } from '#modules/bank/payees/payees.contract.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { accounts as chart } from '#modules/ledger/accounts/accounts.contract.ts'
import type { BankAccount, Banks, Branch, Person } from './model-places.ts'
import { exact, worth } from './model/numbers.ts'
import type { Role } from './model/types.ts'

// The banks of the model bench: local money on two ledgers, foreign money in accounts of three branches, and three payees.

const opened = [
  { name: 'main', at: 0, code: 'MYR', amount: '250000' },
  { name: 'savings', at: 1, code: 'MYR', amount: '90000.45', ledger: '1201' },
  { name: 'dollars', at: 0, code: 'USD', amount: '20000' },
  { name: 'more dollars', at: 1, code: 'USD', amount: '7500.55' },
  { name: 'yen', at: 1, code: 'JPY', amount: '900000' },
  { name: 'dinars', at: 0, code: 'KWD', amount: '800.125' },
  { name: 'Singapore', at: 2, code: 'SGD', amount: '6000' },
  { name: 'far dollars', at: 2, code: 'USD', amount: '3000' },
  { name: 'near Singapore', at: 0, code: 'SGD', amount: '4500.05' },
]
const paid = [
  { code: 'HERON', name: 'Heron Properties', number: '555123456789' },
  { code: 'EGRET', name: 'Egret Supplies', number: '555987654321' },
  { code: 'STORK', name: 'Stork Couriers', number: null },
]
/** Where what is bought is posted, as the model calls it. */
const spent = { expense: '6000', prepaid: '1500', bankCharges: '5050' } satisfies Partial<
  Record<Role, string>
>

type Opened = (typeof opened)[number]
interface Seat {
  branches: readonly Branch[]
  mids: ReadonlyMap<string, string>
}
type People = Record<'accountant' | 'admin', Person>

async function done<B>(answer: Promise<{ status: number; body: B }>): Promise<B> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

async function openAccount({ admin }: People, seat: Seat, asked: Opened, at: number): Promise<BankAccount> {
  const currency = (await done(admin.call(companyCurrencies.list))).find(({ code }) => code === asked.code)
  const branch = seat.branches[asked.at]
  if (!currency || !branch) throw new Error(`No account in ${asked.code} can be opened`)
  const { ledger, code, amount } = asked
  const isLocal = code === 'MYR'
  const own = ledger ? { code: ledger, name: `Bank ${asked.name}`, class: 'asset' as const } : undefined
  const ledgerId = own ? (await done(admin.call(chart.create, own))).id : null
  const { exponent, quoteUnit: unit } = currency
  const rate = exact(seat.mids.get(currency.id) ?? 1).times('0.99')
  const cost = isLocal ? amount : worth(exact(amount), rate, unit, 2).toFixed(2)
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: branch.zone }).format(new Date())
  const { id } = await done(
    admin.call(bankAccounts.create, {
      code: `B${at}`,
      name: asked.name,
      bankName: 'Harbour Bank',
      number: `880012300${at}`,
      isShared: true,
      currencyId: currency.id,
      branchId: branch.id,
      ledgerId,
      openingAmount: amount,
      openingValue: isLocal ? null : cost,
      openedOn: date,
    }),
  )
  const role = isLocal ? (ledger ? ('bankSavings' as const) : ('bank' as const)) : ('bankForeign' as const)
  const item = isLocal ? null : `${code}-bank${at}`
  const of = { id, currencyId: currency.id, code, exponent, unit, opening: { amount, cost, date } }
  return { ...of, branch: branch.id, role, item }
}

/** A payee; where it is paid to is asked for by one person and approved by another. */
async function addPayee({ admin, accountant }: People, { number, ...draft }: (typeof paid)[number]) {
  const { id } = await done(accountant.call(payees.create, { ...draft, kind: 'supplier' }))
  if (number === null) return { id, hasDetails: false }
  const details = { payeeId: id, holder: draft.name, bankName: 'Reef Bank', number, reason: 'On the invoice' }
  const asked = await done(accountant.call(payeeChanges.create, details))
  const key = { id: asked.id, version: asked.version }
  await done(admin.call(payeeChanges.approve, { ...key, note: 'Called the number on the contract' }))
  return { id, hasDetails: true }
}

/** Opens the accounts and adds the payees. */
export async function openModelBanks(people: People, seat: Seat): Promise<Banks> {
  const accounts: BankAccount[] = []
  for (const [at, one] of opened.entries()) accounts.push(await openAccount(people, seat, one, at))
  const known: Banks['payees'] = []
  for (const one of paid) known.push(await addPayee(people, one))
  const all = await done(people.admin.call(chart.list))
  const ledgers = Object.entries(spent).map(([role, code]) => ({
    role: role as Role,
    id: all.find((one) => one.code === code)?.id ?? '',
  }))
  return { accountant: people.accountant, accounts, payees: known, ledgers }
}
