import { expect, test } from 'vitest'
import { applicationTypes, typeOfApp, typeOfSource } from './applications.domain.ts'
import { appCodes } from './pages.domain.ts'

test('application types are numbered 0 to 6, and each app and each source of the books has its own', () => {
  expect(Object.entries(applicationTypes)).toEqual([
    ['Unspecified', 0],
    ['MoneyChanging', 1],
    ['Remittance', 2],
    ['Accounting', 3],
    ['Retail', 4],
    ['Screening', 5],
    ['Comply', 6],
  ])
  expect(appCodes.map((code) => typeOfApp[code])).toEqual([1, 3, 4, 2])
  const sources = ['deal', 'transfer', 'manualEntry', 'retailSale', 'goodsReceipt', 'unheardOf']
  expect(sources.map(typeOfSource)).toEqual([1, 1, 3, 4, 4, 0])
})
