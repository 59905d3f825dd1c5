import { expect, test } from 'vitest'
import { readTree } from '#tools/tree.ts'
import { root } from '#tools/run.ts'
import { fieldNumber } from '#kit/web/format.web.ts'
import { fitValue } from '#kit/web/list/filters.web.ts'
import { readSteps } from '#modules/charges/fees/fees.domain.ts'
import { valuesOf } from '#modules/customers/imports/imports.domain.ts'
import { newEntry, solveNumbers, typedNumber, typeInto } from '#modules/exchange/entry/entry.domain.ts'
import { runningTotal } from '#modules/inventory/items/entry.domain.ts'
import { amountOf, rateOf } from '#modules/rates/pair-rates/typed.domain.ts'

/** Twenty texts as people type them, each with the one number that it can be, or none. */
const texts: readonly (readonly [text: string, value: string | undefined])[] = [
  ['1,250', '1250'],
  ['1,250,000.50', '1250000.5'],
  ['1 250 000.50', '1250000.5'],
  ['1\u00A0250', '1250'],
  ["1'250.50", '1250.5'],
  ['12,50,000', '1250000'],
  ['１，２５０．５０', '1250.5'],
  ['١٬٢٥٠٫٥', '1250.5'],
  [' 5 ', '5'],
  ['.5', '0.5'],
  ['250,50', undefined],
  ['3,95', undefined],
  ['1000,50', undefined],
  ['1 250 000,50', undefined],
  ['1.250,50', undefined],
  ['1.250.000', undefined],
  ['1,2345', undefined],
  ['1e5', undefined],
  ['(5)', undefined],
  ['5x', undefined],
]

const turnover = (text: string) =>
  valuesOf({ annualTurnover: text }, { country: 'MY', countryOf: () => undefined })
const count = (text: string) => runningTotal({ denominations: [], exponent: 2 }, new Map([['amount', text]]))
const field = (text: string, isPercent = false) => {
  const kept = fieldNumber(text, isPercent)
  return /^-?\d+(\.\d+)?$/.test(kept) ? kept : undefined
}

const grain = { quoteUnit: 1, cashUnit: '0.0001', localExponent: 4, ratePrecision: 8 }
const ofLine = (name: 'quantity' | 'rate' | 'amount') => (text: string) =>
  solveNumbers({ ...typeInto(newEntry(1, 'buy'), name, text), usual: '1' }, grain)[name]

/** What the product reads a number with, by the input. */
const inputs: Record<string, (text: string) => string | undefined> = {
  'counter: quantity, rate, amount, tender': typedNumber,
  'counter: quantity of a line': ofLine('quantity'),
  'counter: rate of a line, never the usual one instead': ofLine('rate'),
  'counter: amount of a line': ofLine('amount'),
  'sheets of rates': rateOf,
  'sheets of margins': amountOf,
  'counts and opening stock': count,
  'fields of forms: limits, fees, thresholds, turnover': field,
  'filters of lists': (text) => fitValue('Number', text) as string | undefined,
  'steps of a fee': (text) => readSteps(`0 = ${text}`)?.[0]?.amount ?? undefined,
  'import of a turnover': (text) => turnover(text).values['annualTurnover'] as string | undefined,
}

const plain = (value: string | undefined) => (value === undefined ? undefined : String(Number(value)))

test.each(Object.entries(inputs))('%s: each text is one number, or marked', (_, read) => {
  for (const [text, value] of texts) expect([text, plain(read(text))]).toEqual([text, value])
})

test('an import that cannot be read is a fault of its field', () => {
  expect(turnover('250,00').faults).toEqual([{ field: 'annualTurnover', code: 'VALUE_UNKNOWN' }])
})

test('nothing else in the product throws commas or spaces out of a number', () => {
  const tree = readTree(root)
  const others = tree.files.filter(
    (path) =>
      /^(kit|modules|apps)\/.*\.tsx?$/.test(path) &&
      !path.includes('.test.') &&
      /replace(All)?\(\/\[,\\s|parseFloat\(/.test(tree.text(path)),
  )
  expect(others).toEqual([])
})

test('every screen in which numbers are typed is one of these, and none has an input that drops signs', () => {
  const tree = readTree(root)
  const screens = tree.files.filter((path) => /^(kit|modules|apps)\/.*\.web\.tsx$/.test(path))
  const having = (what: RegExp) => screens.filter((path) => what.test(tree.text(path))).toSorted()
  expect(having(/\bNumberInput\b|type="number"/)).toEqual([])
  expect(having(/inputMode=/)).toEqual([
    'kit/web/date-box.web.tsx',
    'kit/web/document/number-cell.web.tsx',
    'kit/web/form/fields.web.tsx',
    'kit/web/form/phone-field.web.tsx',
    'kit/web/list/filter-editor.web.tsx',
    'kit/web/typed-number.web.tsx',
    'modules/access/code-field.web.tsx',
    'modules/access/sign-in/sign-in.web.tsx',
    'modules/exchange/counter/lines.web.tsx',
    'modules/exchange/counter/side.web.tsx',
    'modules/exchange/entry/fields.web.tsx',
    'modules/rates/preview/preview.web.tsx',
    'modules/remittance/entry/fields.web.tsx',
    'modules/remittance/inward/pay-form.web.tsx',
    'modules/remittance/order-pages/pay-form.web.tsx',
    'modules/retail/payments/tender-fields.web.tsx',
  ])
})
