import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { chartSheet } from '../chart/chart.contract.ts'
import { manualEntries, type ManualEntryDetail } from '../entries/entries.contract.ts'
import { detailLedger, journal } from '../journal/journal.contract.ts'
import { trialBalance } from '../statements/statements.contract.ts'
import { taxSummary } from '../tax-summary/tax-summary.contract.ts'
import { grossOf, netOf, taxOf } from './rates.domain.ts'
import { taxCodes } from './tax-codes.contract.ts'

let app: TestApp
let books: Call
let send: Awaited<ReturnType<TestApp['signIn']>>['send']
let branchId: string
let usd: string
const codes = new Map<string, string>()
const account = (code: string) => codes.get(code) ?? ''
beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-03-20T04:00:00Z'))
  ;({ call: books, send } = await app.signIn('accountant'))
  const admin = (await app.signIn('admin')).call
  for (const { code, id } of (await books(accounts.list)).body) codes.set(code, id)
  branchId = (await admin(branches.list, {})).body.items[0]?.id ?? ''
  usd = (await admin(stockItems.listSelection)).body.find(({ code }) => code === 'USD')?.id ?? ''
})
afterAll(() => app.stop())

const march = { from: '2026-03-01', to: '2026-03-31' }
const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  books(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
const draftOf = (code: string, direction: 'input' | 'output', ledger: string, rates: [string, string][]) => ({
  code,
  name: `Tax ${code}`,
  direction,
  accountId: account(ledger),
  versions: rates.map(([validFrom, rate]) => ({ validFrom, rate })),
})
const made = async (...[code, direction, ledger, rates]: Parameters<typeof draftOf>) =>
  (await books(taxCodes.create, draftOf(code, direction, ledger, rates))).body

interface Typed {
  code: string
  [field: string]: unknown
}
const entryOf = (lines: readonly Typed[], more: object = {}) => ({
  branchId,
  businessDate: '2026-03-10',
  reason: 'Stationery',
  lines: lines.map(({ code, ...rest }) => ({ accountId: account(code), branchId, ...rest })),
  ...more,
})
const drafted = (lines: readonly Typed[], more: object = {}) =>
  books(manualEntries.create, entryOf(lines, more))
const submit = (row: ManualEntryDetail) => moving(manualEntries.submit, key(row))
/** Which field is refused, and why. */
const refusal = ({ body }: { body: object }) => {
  const { code, invalidParams } = body as { code: string; invalidParams?: { field: string }[] }
  return [code, invalidParams?.[0]?.field]
}
const linesOn = async (code: string) =>
  (await books(detailLedger.list, { accountId: account(code), ...march })).body.lines.map(
    ({ debit, credit }) => debit ?? `-${credit}`,
  )
const summary = async () => {
  const { rows, agreements } = (await books(taxSummary.list, march)).body
  return {
    rows: rows.map(({ side, code, rate, documents, base, tax }) =>
      [side, code ?? '-', rate ?? '-', documents, base ?? '-', tax].join(' '),
    ),
    agreements: agreements.map(({ ledger, balance, isRight }) => [ledger, balance, isRight]),
  }
}
const moved = async (code: string) => {
  const { rows } = (await books(trialBalance.list, march)).body
  const [, debit = '0', credit = '0'] = rows.find((one) => one.code === code)?.amounts ?? []
  return (Number(debit) - Number(credit)).toFixed(2)
}

test('included tax is gross times rate by one and rate, rounded, and the rest is net', () => {
  const of = (amount: string, rate: string, isIncluded: boolean) => {
    const tax = taxOf(amount, { rate, isIncluded }, 2)
    const line = { amount, isTaxIncluded: isIncluded, tax }
    return [tax, netOf(line), grossOf(line)]
  }
  expect(of('100', '0.08', true)).toEqual(['7.41', '92.59', '100'])
  expect(of('-100', '0.08', true)).toEqual(['-7.41', '-92.59', '-100'])
  expect(of('10.05', '0.06', true)).toEqual(['0.57', '9.48', '10.05'])
  expect(of('0.13', '0.04', true)[0]).toBe('0.01')
  expect(of('100', '0.08', false)).toEqual(['8', '100', '108'])
  expect(of('100', '0', true)).toEqual(['0', '100', '100'])
  expect(taxOf('1250', { rate: '0.1', isIncluded: true }, 0)).toBe('114')
})

test('a code leads to a ledger of its side, with one rate on a day', async () => {
  const refused = async (...draft: Parameters<typeof draftOf>) =>
    refusal(await books(taxCodes.create, draftOf(...draft)))
  const rates: [string, string][] = [['2026-01-01', '0.08']]
  expect(await refused('X', 'input', '2100', rates)).toEqual(['TAX_LEDGER_UNFIT', 'accountId'])
  expect(await refused('X', 'input', '6000', rates)).toEqual(['TAX_LEDGER_UNFIT', 'accountId'])
  expect(await refused('X', 'input', '2110', [...rates, ...rates])).toEqual([
    'TAX_CODE_DAY_TWICE',
    'versions.1.validFrom',
  ])
  const code = await made('GONE', 'input', '2110', rates)
  expect((await books(taxCodes.delete, key(code))).status).toBe(200)
  const auditor = (await app.signIn('auditor')).call
  expect((await auditor(taxCodes.create, draftOf('X', 'input', '2110', rates))).status).toBe(403)
})

test('a line is taxed from draft to reversal, and the summary is what the ledgers of tax moved', async () => {
  const input = await made('IN8', 'input', '2110', [
    ['2026-01-01', '0.06'],
    ['2026-03-01', '0.08'],
  ])
  const output = await made('OUT6', 'output', '2100', [['2026-01-01', '0.06']])
  const { body: draft } = await drafted([
    { code: '6000', debit: '100', taxCodeId: input.id },
    { code: '6000', debit: '50', taxCodeId: input.id, isTaxIncluded: false },
    { code: '1500', debit: '52' },
    { code: '4020', credit: '100', taxCodeId: output.id, isTaxIncluded: false },
    { code: '1500', credit: '100' },
  ])
  expect(draft).toMatchObject({ state: 'draft', value: '206.00' })
  expect(
    draft.lines.map(({ taxCode, taxRate, isTaxIncluded, tax }) => [taxCode, taxRate, isTaxIncluded, tax]),
  ).toEqual([
    ['IN8', '0.08', true, '7.41'],
    ['IN8', '0.08', false, '4.00'],
    [null, null, true, null],
    ['OUT6', '0.06', false, '6.00'],
    [null, null, true, null],
  ])
  expect(await linesOn('2110')).toEqual([])
  const { body: posted } = await submit(draft)
  expect(posted.state).toBe('posted')
  expect(await linesOn('6000')).toEqual(['92.59', '50.00'])
  expect(await linesOn('2110')).toEqual(['7.41', '4.00'])
  expect(await linesOn('4020')).toEqual(['-100.00'])
  expect(await summary()).toEqual({
    rows: ['output OUT6 6 1 100.00 6.00', 'input IN8 8 1 142.59 11.41'],
    agreements: [
      ['2100 Output tax', '6.00', true],
      ['2110 Input tax', '11.41', true],
    ],
  })
  expect([await moved('2100'), await moved('2110')]).toEqual(['-6.00', '11.41'])
  expect(
    refusal(
      await books(taxCodes.update, {
        ...draftOf('IN8', 'input', '1500', [['2026-01-01', '0.06']]),
        ...key(input),
      }),
    ),
  ).toEqual(['TAX_CODE_TAXED', 'accountId'])
  expect(refusal(await books(taxCodes.delete, key(input)))[0]).toBe('TAX_CODE_USED')
  await moving(manualEntries.reverse, key(posted))
  expect((await summary()).rows).toEqual([])
  expect([await moved('2100'), await moved('2110')]).toEqual(['0.00', '0.00'])
  const entries = (await books(journal.list, {})).body.items.filter(({ sourceId }) => sourceId === draft.id)
  expect(entries).toHaveLength(2)
})

test('what cannot be taxed is refused at its line', async () => {
  const code = await made('LATE', 'input', '2110', [['2026-03-15', '0.08']])
  const other = { code: '1500', credit: '100' }
  const taxed = (line: Partial<Typed>, more: object = {}) =>
    drafted([other, { code: '6000', debit: '100', taxCodeId: code.id, ...line }], more)
  const at = 'lines.1.taxCodeId'
  expect(refusal(await taxed({}))).toEqual(['TAX_CODE_WITHOUT_RATE', at])
  const late = { businessDate: '2026-03-16' }
  expect(refusal(await taxed({ taxCodeId: randomUUID() }, late))).toEqual(['TAX_CODE_UNKNOWN', at])
  expect(refusal(await taxed({ code: '2110' }, late))).toEqual(['TAX_OF_TAX', at])
  expect(refusal(await taxed({ code: '2100' }, late))).toEqual(['TAX_OF_TAX', at])
  expect(refusal(await taxed({ currencyId: usd, quantity: '25', rate: '4' }, late))).toEqual([
    'TAX_IN_LOCAL',
    at,
  ])
  expect(refusal(await taxed({}, { ...late, kind: 'opening' }))).toEqual(['TAX_OF_OPENING', at])
  const { body: draft } = await taxed({}, late)
  const { body: changed } = await books(taxCodes.update, {
    ...draftOf('LATE', 'input', '2110', [['2026-03-15', '0.1']]),
    ...key(code),
  })
  expect(refusal(await submit(draft))).toEqual(['TAX_RATE_MOVED', at])
  await books(taxCodes.disable, key(changed))
  expect(refusal(await submit(draft))).toEqual(['TAX_CODE_UNKNOWN', at])
  expect(refusal(await taxed({}, late))).toEqual(['TAX_CODE_UNKNOWN', at])
})

test('a ledger proposes a code, a ledger of tax none, and the chart carries it', async () => {
  const code = await made('USUAL', 'input', '2110', [['2026-01-01', '0.08']])
  const ledger = (no: string, more: object = {}) => ({
    code: no,
    name: `Ledger ${no}`,
    class: 'expense' as const,
    ...more,
  })
  const { body: made6150 } = await books(accounts.create, ledger('6150', { taxCodeId: code.id }))
  expect(made6150).toMatchObject({ taxCodeId: code.id, taxCode: 'USUAL' })
  const { accounts: offered } = (await books(manualEntries.choices)).body
  expect(offered.find(({ id }) => id === made6150.id)?.taxCodeId).toBe(code.id)
  const { body: tax } = await books(accounts.getById, { id: account('2110') })
  const draft = { code: '2110', name: tax.name, class: 'asset' as const, taxCodeId: code.id }
  expect(refusal(await books(accounts.update, { ...draft, ...key(tax) }))).toEqual([
    'TAX_OF_TAX',
    'taxCodeId',
  ])
  expect(refusal(await books(accounts.create, ledger('6151', { taxCodeId: randomUUID() })))).toEqual([
    'TAX_CODE_UNKNOWN',
    'taxCodeId',
  ])
  const take = (text: string) =>
    send(chartSheet.import, { isTrial: 'false' }, new File([text], 'chart.csv', { type: 'text/csv' }))
  const out = String((await books(chartSheet.export, { format: 'csv' })).body)
  expect(out).toContain('6150,Ledger 6150,expense,,yes,,,,,,USUAL')
  expect((await take(out)).body).toMatchObject({ changed: [], faults: [] })
  const bad = await take('code,name,class,taxCode\r\n6150,A,expense,NONE\r\n2110,B,asset,USUAL\r\n')
  expect(bad.body.faults.map(({ field, code: why }) => [field, why])).toEqual([
    ['taxCode', 'TAX_CODE_UNKNOWN'],
    ['taxCode', 'TAX_OF_TAX'],
  ])
  await take('code,name,class,taxCode\r\n6150,A,expense,\r\n')
  expect((await books(accounts.getById, { id: made6150.id })).body.taxCode).toBeNull()
})
