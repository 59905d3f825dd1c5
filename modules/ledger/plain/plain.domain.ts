import { Exact } from '#kit/domain/decimals.domain.ts'
import type { AccountClass } from '../accounts/accounts.domain.ts'
import { dayAfter } from '../periods/days.domain.ts'

/** The two kinds of plain-text accounting that a journal is written as. */
export const plainFormats = ['beancount', 'hledger'] as const
export type PlainFormat = (typeof plainFormats)[number]

export interface PlainAccount {
  id: string
  code: string
  name: string
  class: AccountClass
}

interface PlainLine {
  accountId: string
  /** In local currency, a debit above zero. */
  amount: string
  branch: string
  party: string | null
  /** Such as `USD 100.00`; what it is worth is the amount. */
  foreign: string | null
}

export interface PlainEntry {
  id: string
  businessDate: string
  event: string
  number: string | null
  note: string
  lines: readonly PlainLine[]
}

/** The journal of a period, with what each account came to before its first day. */
export interface PlainJournal {
  company: string
  currency: string
  /** Decimals of the local currency. */
  exponent: number
  from: string
  to: string
  accounts: readonly PlainAccount[]
  openings: ReadonlyMap<string, string>
  entries: readonly PlainEntry[]
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** What each account comes to at the end, by its opening and its lines: what the other program must find too. */
function closingsOf({ openings, entries }: Pick<PlainJournal, 'entries' | 'openings'>) {
  const sums = new Map(openings)
  for (const { accountId, amount } of entries.flatMap(({ lines }) => lines))
    sums.set(accountId, new Exact(sums.get(accountId) ?? 0).plus(amount).toFixed())
  return sums
}

const nought = ([, amount]: readonly [string, string]) => !new Exact(amount).isZero()

/** What was there before the first day, as an entry of its own. */
function begun({ openings, from }: PlainJournal): PlainEntry[] {
  const lines = [...openings]
    .filter(nought)
    .map(([accountId, amount]) => ({ accountId, amount, branch: '', party: null, foreign: null }))
  if (lines.length === 0) return []
  return [{ id: 'opening', businessDate: from, event: 'opening', number: null, note: '', lines }]
}

/** Writes a journal as one of the two; every amount has all decimals of its currency, every account is named by its code. */
export function plainText(format: PlainFormat, journal: PlainJournal): string {
  const write = format === 'beancount' ? beancount : hledger
  return `${write({ ...journal, entries: [...begun(journal), ...journal.entries] }, closingsOf(journal)).join('\n')}\n`
}

const roots: Record<AccountClass, string> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expenses',
}

function namesOf(journal: PlainJournal) {
  const names = new Map(journal.accounts.map((one) => [one.id, `${roots[one.class]}:${one.code}`]))
  const money = (amount: string) => `${new Exact(amount).toFixed(journal.exponent)} ${journal.currency}`
  return { nameOf: (id: string) => names.get(id) ?? 'Equity:Unknown', money }
}

type Closings = ReadonlyMap<string, string>

function beancount(journal: PlainJournal, closings: Closings): string[] {
  const { company, currency, from, to, accounts, entries } = journal
  const { nameOf, money } = namesOf(journal)
  const quoted = (text: string) => `"${flat(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const said = (key: string, value: string | null, indent: string) =>
    value ? [`${indent}${key}: ${quoted(value)}`] : []
  return [
    `option "title" ${quoted(company)}`,
    `option "operating_currency" "${currency}"`,
    '',
    ...accounts.flatMap(({ id, name }) => [
      `${from} open ${nameOf(id)} ${currency}`,
      ...said('name', name, '  '),
    ]),
    ...entries.flatMap((entry) => [
      '',
      `${entry.businessDate} * ${quoted(entry.event)} ${quoted(entry.note)}`,
      ...said('id', entry.id, '  '),
      ...said('number', entry.number, '  '),
      ...entry.lines.flatMap(({ accountId, amount, branch, party, foreign }) => [
        `  ${nameOf(accountId)}  ${money(amount)}`,
        ...said('branch', branch, '    '),
        ...said('party', party, '    '),
        ...said('foreign', foreign, '    '),
      ]),
    ]),
    '',
    // Without its tolerance of nought a balance lets a cent pass.
    ...accounts.map(({ id }) => {
      const [amount = '', unit = ''] = money(closings.get(id) ?? '0').split(' ')
      return `${dayAfter(to)} balance ${nameOf(id)}  ${amount} ~ 0 ${unit}`
    }),
  ]
}

function hledger(journal: PlainJournal, closings: Closings): string[] {
  const { company, currency, to, accounts, entries, exponent } = journal
  const { nameOf, money } = namesOf(journal)
  // A semicolon begins a comment, and a comma ends a tag.
  const plain = (text: string) => flat(text).replaceAll(';', '；').replaceAll('|', '¦')
  const tag = (key: string, value: string | null) =>
    value ? [`${key}:${plain(value).replaceAll(',', '，')}`] : []
  const comment = (tags: readonly string[]) => (tags.length > 0 ? `  ; ${tags.join(', ')}` : '')
  return [
    `; ${plain(company)}`,
    `commodity 1000.${'0'.repeat(exponent)} ${currency}`,
    '',
    ...accounts.map(({ id, name }) => `account ${nameOf(id)}${comment(tag('name', name))}`),
    ...entries.flatMap((entry) => [
      '',
      `${entry.businessDate} * ${plain([entry.event, entry.note].filter(Boolean).join(' - '))}${comment([
        ...tag('id', entry.id),
        ...tag('number', entry.number),
      ])}`,
      ...entry.lines.map(
        ({ accountId, amount, branch, party, foreign }) =>
          `    ${nameOf(accountId)}  ${money(amount)}${comment([
            ...tag('branch', branch),
            ...tag('party', party),
            ...tag('foreign', foreign),
          ])}`,
      ),
    ]),
    '',
    `${dayAfter(to)} * closing balances`,
    ...accounts.map(({ id }) => `    ${nameOf(id)}  ${money('0')} = ${money(closings.get(id) ?? '0')}`),
  ]
}
