import { describe, expect, test } from 'vitest'
import { csvReader } from '#kit/domain/csv.domain.ts'
import { ordersOf, readDate } from './dates.domain.ts'
import { findAccount, type OwnAccount } from './identity.domain.ts'
import { currencyDecimals } from './decimals.server.ts'
import { type Mapping, readTable } from './table.domain.ts'
import { sumLines } from './statement.domain.ts'

const base: Mapping = {
  date: 'Date',
  valueDate: '',
  dateOrder: 'dmy',
  style: 'signed',
  amount: 'Amount',
  debit: 'Out',
  letter: 'Mark',
  debitLetters: ['D', 'S', 'DB'],
  creditLetters: ['C', 'H', 'CR'],
  decimalSign: '.',
  balance: 'Balance',
  text: ['Text'],
  reference: '',
  bankReference: '',
  counterparty: '',
  isNewestFirst: true,
}

function read(csv: string, mapping: Partial<Mapping> = {}) {
  const reader = csvReader(';')
  const [heads = [], ...cells] = [...reader.push(csv), ...reader.end()]
  const rows = cells.map((row, at) => ({ rowNumber: at + 2, cells: row }))
  return readTable({ heads, rows }, { ...base, ...mapping }, { account: '1', currency: 'MYR' }, (code) =>
    currencyDecimals.get(code),
  )
}
const balances = ['4,045.50', '5,280.00', '4,980.00']
const csv = (heads: string, rows: readonly string[], given = balances) =>
  `Date;Text;${heads};Balance\n${rows.map((row, at) => `${['05/03/2026', '05/03/2026', '04/03/2026'][at]};x;${row};${given[at]}`).join('\n')}`
const german = ['4.045,50', '5.280,00', '4.980,00']

describe('three amounts, however they are written:', () => {
  test.each<[string, string, Partial<Mapping>]>([
    ['two columns', csv('Amount;Out', [';1,234.50', '300.00;', ';20.00']), { style: 'columns' }],
    [
      'a minus in the column of debits',
      csv('Amount;Out', ['0.00;-1,234.50', '300.00;0', ';-20.00']),
      { style: 'columns' },
    ],
    [
      'a minus behind, comma as decimal sign',
      csv('Amount', ['1.234,50-', '300,00', '20,00-'], german),
      { decimalSign: ',' },
    ],
    ['brackets', csv('Amount', ['(1,234.50)', '+300.00', '(20.00)']), {}],
    ['letters', csv('Amount;Mark', ['1,234.50;D', '300.00;C', '20.00;d']), { style: 'letter' }],
    ['German letters', csv('Amount;Mark', ['1,234.50;S', '300.00;H', '20.00;S']), { style: 'letter' }],
    [
      'a minus beside a letter of debits',
      csv('Amount;Mark', ['-1,234.50;DR', '300.00;CR', '(20.00);DR']),
      { style: 'letter', debitLetters: ['DR'], creditLetters: ['CR'] },
    ],
    ['two letters', csv('Amount;Mark', ['1,234.50;DB', '300.00;CR', '20.00;DB']), { style: 'letter' }],
  ])('%s', (_, text, mapping) => {
    const statement = read(text, mapping)
    expect(statement.faults).toEqual([])
    const { debits, credits } = sumLines(statement.lines)
    expect([debits.toFixed(2), credits.toFixed(2)]).toEqual(['1254.50', '300.00'])
    expect([statement.opening?.amount, statement.closing?.amount]).toEqual(['5000.00', '4045.50'])
  })

  test('a row that is missing breaks the balances, said with their figures', () => {
    const text = csv('Amount', ['-1,234.50', '300.00', '-20.00']).split('\n')
    expect(read([text[0], text[1], text[3]].join('\n')).faults).toMatchObject([
      { code: 'STATEMENT_BREAK', data: { previous: '4980.00', balance: '4045.50', difference: '300' } },
    ])
  })

  test('what is not understood is refused by its row, never left out', () => {
    const codes = (text: string, mapping: Partial<Mapping>) =>
      read(text, mapping).faults.map(({ code, data }) => [code, data['row'], data['found']])
    expect(codes(csv('Amount;Out', ['1.00;2.00', '12x;', ';']), { style: 'columns' })).toEqual([
      ['ROW_BOTH_AMOUNTS', 2, '1.00, 2.00'],
      ['ROW_AMOUNT', 3, '12x'],
      ['ROW_AMOUNT', 4, ''],
    ])
    expect(codes(csv('Amount;Mark', ['1.00;D', '2.00;Q', '3.00;']), { style: 'letter' })).toEqual([
      ['ROW_LETTER', 3, 'Q'],
      ['ROW_LETTER', 4, ''],
    ])
    // The reversal of a credit, or a sign that means nothing: never a guess.
    expect(codes(csv('Amount;Mark', ['-100.00;CR', '(5.00);C', '-0.00;C']), { style: 'letter' })).toEqual([
      ['ROW_SIGN', 2, '-100.00 CR'],
      ['ROW_SIGN', 3, '(5.00) C'],
    ])
    expect(codes('Day;Amount\n', {})).toEqual([['TABLE_COLUMNS', undefined, 'Day, Amount']])
  })
})

describe('dates of a table:', () => {
  test('one order that fits is a fact, several are a question', () => {
    expect(ordersOf(['03/04/2026', '11/04/2026', '25/04/2026'])).toEqual(['dmy'])
    expect(ordersOf(['03/04/2026', '11/04/2026'])).toEqual(['dmy', 'mdy'])
    expect(ordersOf(['03/04/2026', '04/25/2026', '25/04/2026'])).toEqual([])
  })

  test('a row against the saved order is named and nothing is kept', () => {
    const dated = (...days: string[]) =>
      read(`Date;Amount\n${days.map((day) => `${day};1.00`).join('\n')}`, { balance: '', text: [] })
    expect(dated('03/04/2026', '04/25/2026').faults).toEqual([
      { code: 'ROW_DATE', data: { row: 3, found: '04/25/2026' } },
    ])
    expect(dated('31/02/2026').faults).toMatchObject([{ code: 'ROW_DATE' }])
    expect(dated('2026-04-25', '03/04/2026').lines.map(({ bookedOn }) => bookedOn)).toEqual([
      '2026-04-03',
      '2026-04-25',
    ])
  })

  test('other ways to write a day', () => {
    expect(
      ['3.4.26', '03-Apr-2026', '20260403', '3 April 2026', '２０２６-04-03'].map((text, at) =>
        readDate(text, at === 2 ? 'ymd' : 'dmy'),
      ),
    ).toEqual(Array.from({ length: 5 }, () => '2026-04-03'))
    expect([readDate('', 'dmy'), readDate('3/4', 'dmy'), readDate('30-Foo-2026', 'dmy')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('whose file it is:', () => {
  const own = (id: string, number: string, currency: string): OwnAccount => ({
    id,
    name: id,
    number,
    currency,
  })
  const accounts = [
    own('P', 'GB33 BUKB 2020 1555 5555 55', 'EUR'),
    own('Q', '0068123456', 'MYR'),
    own('R', '8123456', 'MYR'),
  ]
  const find = (account: string, all = accounts) => {
    const found = findAccount({ account, currency: '' }, all)
    return 'account' in found ? found.account.id : found
  }
  test('blanks, zeros before, the code of the bank and the currency behind change nothing', () => {
    expect(find('GB33BUKB20201555555555')).toBe('P')
    expect(['0068123456MYR', '512308/0068123456', '68123456'].map((number) => find(number))).toEqual([
      'Q',
      'Q',
      'Q',
    ])
    expect(['8123456', '008123456'].map((number) => find(number))).toEqual(['R', 'R'])
  })

  test('another account is refused with what was found and expected; two that fit are both named', () => {
    expect(find('568123456')).toMatchObject({ code: 'ACCOUNT_OTHER', data: { found: '568123456' } })
    const [, q] = accounts
    expect(find('GB33BUKB20201555555555', q ? [q] : [])).toEqual({
      code: 'ACCOUNT_OTHER',
      data: { found: 'GB33BUKB20201555555555', expected: 'Q 0068123456' },
    })
    expect(find('068123456', [...accounts, own('S', '68123456', 'MYR')])).toEqual({
      code: 'ACCOUNT_AMBIGUOUS',
      data: { found: '068123456', accounts: 'Q 0068123456, S 68123456' },
    })
    expect(find('0068123456USD')).toMatchObject({
      code: 'ACCOUNT_CURRENCY',
      data: { found: 'USD', expected: 'MYR' },
    })
  })
})
