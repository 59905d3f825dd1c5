import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { hasNoRealFiles, realFile, realPath } from '#kit/test/real-files.ts'
import { currencyDecimals } from './decimals.server.ts'
import { readStatements as readBy } from './read.server.ts'
import { type Statement, sumLines } from './statement.domain.ts'

const readStatements = (bytes: Uint8Array) => readBy(bytes, (code) => currencyDecimals.get(code))

// Files that other readers of these formats are tried with, read whole. What each must give was worked out by hand and with other
// readers; nothing of a file is repeated here but its sums.

/** `<account> <currency> <opening> <closing> <lines> <debits> <credits>` of each statement, or the codes of its faults. */
function said({ account, currency, opening, closing, lines, faults }: Statement): string {
  if (faults.length > 0) return `! ${[...new Set(faults.map(({ code }) => code))].join(' ')}`
  const { debits, credits } = sumLines(lines)
  const figures = [debits, credits].map((sum) => sum.toFixed(2))
  return [account, currency, opening?.amount ?? '-', closing?.amount ?? '-', lines.length, ...figures].join(
    ' ',
  )
}

function outcome(name: string): string[] {
  try {
    return readStatements(realFile(`bank/${name}`)).map(said)
  } catch (error) {
    if (error instanceof Refusal) return [`! ${error.code}`]
    throw error
  }
}
const expected: Record<string, string[]> = {
  'camt052.v1.xml': ['CH2801234000123456789 SEK - - 1 200000.00 0.00'],
  'camt052.v2.other-account.xml': ['CH2801234000123456789 SEK - - 1 200000.00 0.00'],
  'camt052.v4.xml': ['! STATEMENT_CURRENCIES'],
  'camt052.v6.Amt-zero.xml': ['! STATEMENT_CURRENCIES'],
  'camt052.v6.xml': ['! STATEMENT_CURRENCIES'],
  'camt052.v8.xml': ['CH2801234000123456789 SEK - - 1 200000.00 0.00'],
  'camt053.v2.all-balance-types.xml': ['! STATEMENT_SUM'],
  'camt053.v2.five.decimals.xml': ['! STATEMENT_SUM'],
  'camt053.v2.minimal.ultimate.xml': ['! STATEMENT_CURRENCIES'],
  'camt053.v2.multi.statement.xml': [
    'NL26VAYB8060476890 EUR 18.15 27.00 1 0.00 8.85',
    'NL26VAYB8060476890 EUR 27.00 20.00 1 7.00 0.00',
  ],
  'camt053.v2.wrong.xml': ['! BANKFILE_NONE'],
  'camt053.v3.xml': ['! STATEMENT_CURRENCIES'],
  'camt053.v4.xml': ['! STATEMENT_CURRENCIES'],
  'camt053.v8.xml': ['! STATEMENT_CURRENCIES'],
  'camt054.v2.with-account-name.xml': ['! STATEMENT_LINE_DATE'],
  'camt054.v2.xml': ['CH2801234000123456789 SEK - - 1 200000.00 0.00'],
  'camt054.v8-with-UETR.xml': ['! STATEMENT_LINE_DATE'],
  'camt054.v8.xml': ['CH2801234000123456789 SEK - - 1 200000.00 0.00'],
  'camt53.only-Dt-with-DtTm.xml': ['! STATEMENT_CUT'],
  'mt940-betterplace-empty_86.sta': ['! BANKFILE_NONE'],
  'mt940-betterplace-empty_entry_date.sta': ['! STATEMENT_PIECE'],
  'mt940-betterplace-empty_line.sta': ['! BANKFILE_NONE'],
  'mt940-betterplace-sepa_mt9401.sta': [
    '50880050/0194774600888 EUR -1234718.36 -1237628.23 7 1000151.83 997241.96',
    '50880050/0194777100888 EUR -970499.90 -1455749.85 2 500250.00 15000.05',
    '50880050/0194778300888 EUR -1709296.34 -2237334.85 5 653219.32 125180.81',
    '50880050/0194779500888 EUR 3192675.04 4242675.04 3 0.00 1050000.00',
    '50880050/0194780100888 EUR -2368827.87 -3095522.14 5 726899.15 204.88',
    '50880050/0194780101888 EUR 152970.15 203960.20 1 0.00 50990.05',
    '50880050/0194781300888 EUR -40432.20 -100854.45 8 80412.30 19990.05',
    '50880050/0194782500888 EUR -1552497.38 -2303471.11 11 952175.83 201202.10',
    '50880050/0194783700888 EUR -3829477.87 -5019697.96 12 2105866.97 915646.88',
    '50880050/0194784900888 EUR -5777585.57 -8844425.38 9 3237891.81 171052.00',
    '50880050/0194784901888 EUR 13990.05 27980.10 1 0.00 13990.05',
    '50880050/0194785000888 EUR -3612519.02 -5113593.52 12 1501074.50 0.00',
    '50880050/0194785001888 EUR 152970.15 203960.20 1 0.00 50990.05',
    '50880050/0194786200888 EUR 145964.58 238954.77 3 0.00 92990.19',
    '50880050/0194787400888 EUR 766656.49 1125250.40 4 1500.00 360093.91',
    '50880050/0194791600888 EUR -1970431.87 -4472049.09 7 3572569.03 1070951.81',
    '50880050/0194791601888 EUR -324910.25 -397310.25 3 125300.10 52900.10',
    '50880050/0194798900888 EUR -450.00 -600.00 1 150.00 0.00',
    '50880050/0194799000888 EUR -450.00 -600.00 1 150.00 0.00',
    '50880050/0194804000888 EUR 0.00 50.05 1 0.00 50.05',
  ],
  'mt940-betterplace-sepa_snippet_broken.sta': ['! STATEMENT_SUM'],
  'mt940-betterplace-with_binary_character.sta': [
    '51230800/0000007055 EUR 380115.77 199929.02 3 193282.05 13095.30',
    '51230800/0000007304 EUR 130073.19 131193.19 1 0.00 1120.00',
  ],
  'mt940-citi-mt940.txt': ['123456789 USD 17376.67 16233.92 5 1142.75 0.00'],
  'mt940-cmxl-account_balance_credit.sta': ['! STATEMENT_PIECE'],
  'mt940-cmxl-account_balance_debit.sta': ['! STATEMENT_PIECE'],
  'mt940-cmxl-account_identification_legacy.sta': ['! STATEMENT_PIECE'],
  'mt940-cmxl-available_balance.sta': ['! STATEMENT_PIECE'],
  'mt940-cmxl-mt940.sta': [
    '! STATEMENT_CURRENCY',
    '10020030/1234567 EUR 2187.95 4387.95 2 800.00 3000.00',
    'BPHKPLPK/320000546101 PLN 40000.00 50040.00 3 10000.00 20040.00',
  ],
  'mt940-cmxl-reference.sta': ['! BANKFILE_NONE'],
  'mt940-jejik-generic.sta': [
    '11111111 EUR 100.00 90.00 1 10.00 0.00',
    '11111111 EUR 90.00 80.00 1 10.00 0.00',
  ],
  'mt940-jejik-ing.sta': ['! STATEMENT_SUM'],
  'mt940-jejik-rabobank-iban.sta': [
    'NL71RABO0123456789 EUR 1000.00 965.00 2 35.00 0.00',
    'NL71RABO0123456789 EUR 965.00 930.00 2 35.00 0.00',
  ],
  'mt940-jejik-triodos.sta': ['! STATEMENT_SUM'],
  'mt940-mBank-mt940.sta': ['PL29114010810000267002001002 PLN 0.40 0.43 3 0.00 0.03'],
  'mt940-mBank-mt942.sta': ['PL29114010810000267002001002 PLN - - 3 0.00 0.03'],
  'mt940-sberbank-171011_01234945.sta': ['1966315302010001 HUF 627311.30 617874.30 3 9437.00 0.00'],
  'mt940-self-provided-account_identification.sta': ['! STATEMENT_PIECE', '! STATEMENT_PIECE'],
  'mt940-self-provided-details_60-63.sta': ['! STATEMENT_SUM'],
  'mt940-self-provided-empty_non_swift.sta': ['! BANKFILE_NONE'],
  'mt940-self-provided-gv_codes.sta': ['! STATEMENT_CUT'],
  'mt940-self-provided-invalid_statement.sta': ['! BANKFILE_FORMAT'],
  'mt940-self-provided-long_statement_number.sta': ['0067-00763/93984487 TRY 0.00 0.00 0 0.00 0.00'],
  'mt940-self-provided-malformed_details.sta': ['! STATEMENT_SUM'],
  'mt940-self-provided-mt942.sta': ['! STATEMENT_COUNT'],
  'mt940-self-provided-transaction_details_wrapped.sta': [
    '12345678/1020304050 EUR 1200.00 1194.00 1 6.00 0.00',
  ],
  'mt940-self-provided-whitespace.sta': ['! STATEMENT_SUM'],
  'mt940-self-provided-wrapped_timestamp.sta': ['12345678/1020304050 EUR 1200.00 1194.00 1 6.00 0.00'],
  'ofx-fixtures-account_listing_aggregation.ofx': ['! BANKFILE_NONE'],
  'ofx-fixtures-anzcc.ofx': ['1234123412341234 AUD - -123.45 1 5.50 0.00'],
  'ofx-fixtures-bank_small.ofx': ['! BANKFILE_NONE'],
  'ofx-fixtures-checking.ofx': ['1452687~7 USD - 100.99 3 59.51 0.01'],
  'ofx-fixtures-error_message.ofx': ['! BANKFILE_BANK_ERROR'],
  'ofx-fixtures-fail_nice-date_missing.ofx': ['! STATEMENT_LINE_DATE'],
  'ofx-fixtures-fidelity.ofx': ['! STATEMENT_INVESTMENT'],
  'ofx-fixtures-investment_medium.ofx': ['! STATEMENT_INVESTMENT'],
  'ofx-fixtures-multiple_accounts.ofx': ['9100 USD - 111.00 0 0.00 0.00', '9200 USD - 222.00 0 0.00 0.00'],
  'ofx-fixtures-multiple_accounts2.ofx': ['9100 USD - 111.00 0 0.00 0.00', '9200 USD - 222.00 0 0.00 0.00'],
  'ofx-fixtures-signon_fail.ofx': ['! BANKFILE_BANK_ERROR'],
  'ofx-fixtures-signon_success.ofx': ['! BANKFILE_NONE'],
  'ofx-fixtures-signon_success_no_message.ofx': ['! BANKFILE_NONE'],
  'ofx-fixtures-suncorp.ofx': ['123456789 AUD - 1234.12 1 16.85 0.00'],
  'ofx-fixtures-td_ameritrade.ofx': ['! STATEMENT_INVESTMENT'],
  'ofx-fixtures-tiaacref.ofx': ['! STATEMENT_INVESTMENT'],
  'ofx-fixtures-vanguard.ofx': ['! STATEMENT_INVESTMENT'],
}

describe.skipIf(hasNoRealFiles)('real files are read, or refused with their reason:', () => {
  test('the folder holds these files and no other', () => {
    expect(readdirSync(realPath('bank')).toSorted()).toEqual(Object.keys(expected))
  })

  for (const [name, statements] of Object.entries(expected))
    test(name, () => {
      expect(outcome(name)).toEqual(statements)
    })

  test('a day that is none is said, and is no value date', () => {
    const [wrapped] = readStatements(realFile('bank/mt940-self-provided-wrapped_timestamp.sta'))
    expect(wrapped?.lines).toMatchObject([{ bookedOn: '2016-03-01', valueOn: null }])
    expect(wrapped?.notes).toEqual([
      { code: 'NOTE_VALUE_DATE', data: { found: '160230', bookedOn: '2016-03-01' } },
    ])
  })

  test('a statement that closes before it opens is said', () => {
    const statements = readStatements(realFile('bank/mt940-cmxl-mt940.sta'))
    expect(statements.map(({ notes }) => notes.map(({ code }) => code))).toContainEqual([
      'NOTE_CLOSES_BEFORE',
    ])
  })

  test('both figures are given where a statement does not add up', () => {
    const [broken] = readStatements(realFile('bank/mt940-betterplace-sepa_snippet_broken.sta'))
    expect(broken?.faults[0]?.data).toMatchObject({
      expected: '817646.54',
      closing: '1125250.40',
      difference: '307603.86',
    })
  })
})
