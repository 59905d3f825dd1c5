import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { faults } from './house.ts'
import { capability } from './new.ts'
import { readTree } from './tree.ts'

const folder = mkdtempSync(join(tmpdir(), 'agio-new-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

test('a module with two capabilities, as the rules of the house want it', () => {
  write({ 'package.json': '{}', 'db/migrations/0041_organisation.sql': '' })
  const first = capability(folder, 'retail', 'categories')
  write(first.files)
  expect(Object.keys(first.files)).toEqual([
    'modules/retail/categories/categories.contract.ts',
    'modules/retail/categories/categories.queries.ts',
    'modules/retail/categories/categories.server.ts',
    'db/migrations/0042_retail_categories.sql',
    'modules/retail/module.server.ts',
  ])
  expect(first.files['db/migrations/0042_retail_categories.sql']).toMatch(
    /^create schema retail;[^]*create table retail\.category \(/,
  )
  expect(first.left).toContain('modules/permissions.domain.ts: add view_categories and manage_categories')

  const second = capability(folder, 'retail', 'payout-taxes')
  write(second.files)
  expect(second.files['db/migrations/0043_retail_payout_taxes.sql']).toMatch(
    /^create table retail\.payout_tax \(/,
  )
  expect(second.files['modules/retail/payout-taxes/payout-taxes.queries.ts']).toContain(
    "rowsOf('retail.payoutTax')",
  )
  expect(second.left).toContain('modules/retail/module.server.ts: add payoutTaxesRouter')
  expect(faults(readTree(folder))).toEqual([])
})

test.each([
  ['branches', 'Branch'],
  ['statuses', 'Status'],
  ['addresses', 'Address'],
  ['taxes', 'Tax'],
  ['cases', 'Case'],
  ['payout-rates', 'PayoutRate'],
])('one of %s is a %s', (many, type) => {
  const contract = capability(folder, 'cases', many).files[`modules/cases/${many}/${many}.contract.ts`]
  expect(contract).toContain(`export const ${type} = `)
})
