import { expect, test } from 'vitest'
import { columnsOn, type Report, sumsOf } from './report.domain.ts'

interface Row {
  code: string
  quantity: string
  value: string | null
}
const report: Report<Row> = {
  texts: 'kit:test',
  name: 'test',
  columns: [
    { key: 'code', isHead: true },
    { key: 'quantity', kind: 'number', only: 'screen' },
    { key: 'value', kind: 'number', isSummed: true },
  ],
}

test('adds up what is of one unit, with its decimals, and nothing else', () => {
  const rows = [
    { code: 'USD', quantity: '2000', value: '8913.04' },
    { code: 'JPY', quantity: '500000', value: '14275.570' },
    { code: 'SGD', quantity: '1', value: null },
  ]
  expect(sumsOf(report, rows)).toEqual({ value: '23188.610' })
  expect(sumsOf(report, [])).toEqual({ value: '0' })
  expect(sumsOf({ ...report, columns: [{ key: 'code' }] }, rows)).toBeUndefined()
})

test('leaves a column of the screen out of the workbook', () => {
  expect(columnsOn(report, 'workbook').map(({ key }) => key)).toEqual(['code', 'value'])
  expect(columnsOn(report, 'screen')).toHaveLength(3)
})
