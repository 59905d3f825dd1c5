import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { moduleOrder } from './house-modules.ts'
import { faults } from './house.ts'
import { capability } from './new.ts'
import { root } from './run.ts'
import { readTree } from './tree.ts'

const folder = mkdtempSync(join(tmpdir(), 'agio-new-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

const languages = ['en', 'zh_Hant', 'zh_Hans', 'vi']
const inAll = (place: string, texts: object) =>
  Object.fromEntries(languages.map((language) => [`${place}/${language}.json`, JSON.stringify(texts)]))

write({
  'package.json': '{}',
  'db/migrations/0041_organisation.sql': '',
  'modules/permissions.domain.ts': 'const catalogue = [\n] as const satisfies readonly PermissionRow[]\n',
  'apps/server/modules.ts':
    "import type { ServerModule } from '#kit/server/module.server.ts'\n\nexport const modules: readonly ServerModule[] = [organisation, reports]\n",
  ...inAll('modules/access/locales/server', { messages: { permissionGroups: {}, permissions: {} } }),
})

/** Faults that are not an English text which waits for its translation. */
const broken = () => faults(readTree(folder)).filter(({ fault }) => !fault.includes('is English.'))

test('a module with two capabilities, as the rules of the house want it', () => {
  const first = capability(folder, 'retail', 'categories')
  write(first.files)
  const made = (end: string) => `modules/retail/categories/categories.${end}`
  expect(Object.keys(first.files)).toEqual(
    expect.arrayContaining([
      ...['contract.ts', 'queries.ts', 'server.ts', 'web.tsx', 'test.ts'].map(made),
      'modules/retail/categories/category-form.web.tsx',
      'db/migrations/0042_retail_categories.sql',
      'modules/retail/module.server.ts',
      'modules/retail/module.web.tsx',
      'modules/retail/locales/vi.json',
      'modules/retail/locales/server/vi.json',
    ]),
  )
  expect(read('db/migrations/0042_retail_categories.sql')).toMatch(
    /^create schema retail;[^]*create table retail\.category \(/,
  )
  expect(read('apps/server/modules.ts')).toMatch(
    /import \{ retail \} from .*[^]*\[organisation, retail, reports\]/,
  )
  expect(read('modules/permissions.domain.ts')).toContain("{ code: 'manage_categories', group: 'retail' },")
  expect(JSON.parse(read('modules/access/locales/server/vi.json'))).toMatchObject({
    messages: { permissionGroups: { retail: 'Retail' } },
  })

  const second = capability(folder, 'retail', 'payout-taxes')
  write(second.files)
  expect(read('db/migrations/0043_retail_payout_taxes.sql')).toMatch(/^create table retail\.payout_tax \(/)
  expect(read('modules/retail/payout-taxes/payout-taxes.queries.ts')).toContain("rowsOf('retail.payoutTax')")
  expect(read('modules/retail/module.server.ts')).toContain('routers: [categoriesRouter, payoutTaxesRouter]')
  expect(read('modules/retail/module.web.tsx').match(/path: '.*'/g)).toEqual(
    ['categories', 'payout-taxes'].flatMap((name) =>
      ['', '/create', '/update/$id', '/$id'].map((path) => `path: '/retail/${name}${path}'`),
    ),
  )
  expect(Object.keys(JSON.parse(read('modules/retail/locales/en.json')) as object)).toEqual([
    'categories',
    'payoutTaxes',
  ])
  expect(broken()).toEqual([])
})

test('what must be translated is reported, for each language, until it is done', () => {
  const places = ['modules/retail/locales', 'modules/access/locales/server']
  const waiting = faults(readTree(folder)).map(({ fault }) => fault.split(':')[0])
  const others = languages.slice(1).flatMap((language) => places.map((place) => `${place}/${language}.json`))
  expect(new Set(waiting)).toEqual(new Set(others))
  for (const path of others) write({ [path]: read(path).replaceAll(/: "[A-Z]\w[^"]*"/g, ': "譯"') })
  expect(faults(readTree(folder))).toEqual([])
})

test('where there is no place for a line, it is left to do by hand', () => {
  write({ 'modules/retail/module.web.tsx': 'export const webModule = routes()\n' })
  const { files, left } = capability(folder, 'retail', 'items')
  expect(files).not.toHaveProperty('modules/retail/module.web.tsx')
  expect(left.join('\n')).toMatch(/module\.web\.tsx: add to routes[^]*path: '\/retail\/items\/update\/\$id'/)
})

test('this repository has a place for everything, in a module that stands and in one that does not', () => {
  const absent = moduleOrder.find((module) => !existsSync(join(root, 'modules', module)))
  for (const module of ['organisation', ...(absent ? [absent] : [])])
    expect(capability(root, module, 'nothing-yets').left.join('\n')).not.toMatch(/: add /)
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
