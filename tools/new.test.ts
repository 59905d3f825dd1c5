import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { moduleOrder } from './house-modules.ts'
import { faults } from './house.ts'
import { capability, kinds } from './new.ts'
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

const nouns = { zh_Hant: '譯', zh_Hans: '译', vi: 'từ' }

write({
  'package.json': '{}',
  'db/migrations/0041_organisation.sql': '',
  'modules/pages.domain.ts':
    "export const pageGroups = [\n  group('items', 'posretail', 'items', page('categories', '/pos-retail/categories')),\n]\n",
  'modules/permissions.domain.ts':
    "import { accessPermissions } from './access/permissions.domain.ts'\n\nconst groups = [accessPermissions, reportsPermissions] as const\n",
  'apps/server/modules.ts':
    "import type { ServerModule } from '#kit/server/module.server.ts'\n\nexport const modules: readonly ServerModule[] = [organisation, reports]\n",
  'modules/access/user-audit/changes.domain.ts': "export const speakers = [\n  'access',\n] as const\n",
  ...Object.fromEntries(
    Object.entries({ en: 'Retail', ...nouns }).map(([language, said]) => [
      `modules/locales/${language}.json`,
      JSON.stringify({ apps: { posretail: said } }),
    ]),
  ),
})

test('a module with two capabilities, as the rules of the house want it', () => {
  const first = capability(folder, ['retail', 'categories'], nouns)
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
  expect(read('modules/retail/permissions.domain.ts')).toContain("    { code: 'manage_categories' },\n  ],")
  expect(read('modules/permissions.domain.ts')).toMatch(
    /import \{ retailPermissions \} from .*[^]*\[accessPermissions, retailPermissions, reportsPermissions\]/,
  )
  expect(JSON.parse(read('modules/retail/locales/server/vi.json'))).toMatchObject({
    messages: { permissionGroups: { retail: 'từ' }, permissions: { view_categories: { label: 'Xem từ' } } },
  })
  expect(read('modules/retail/openapi.server.ts')).toContain("'a category', 'categories', '譯', '译', 'từ'")

  // Roles with all of the module have what comes to it.
  const rights = 'modules/retail/permissions.domain.ts'
  write({ [rights]: read(rights).replace('roles: []', "roles: ['branch_manager']") })
  const second = capability(folder, ['retail', 'payout-taxes'], nouns)
  write(second.files)
  expect(read('db/migrations/0043_retail_payout_taxes.sql')).toMatch(/^create table retail\.payout_tax \(/)
  expect(read('modules/retail/payout-taxes/payout-taxes.queries.ts')).toContain("rowsOf('retail.payoutTax')")
  expect(read('modules/retail/module.server.ts')).toContain('routers: [categoriesRouter, payoutTaxesRouter]')
  expect(read('modules/retail/module.web.tsx').match(/resourceRoutes\('.*'/g)).toEqual([
    "resourceRoutes('/pos-retail/categories', 'categories'",
    "resourceRoutes('/pos-retail/payout-taxes', 'payout_taxes'",
  ])
  // The page that waited is taken; the other gets one in the line of its module, and a text.
  expect(read('modules/pages.domain.ts').match(/page\(.*?\)/g)).toEqual([
    "page('categories', '/pos-retail/categories')",
    "page('payoutTaxes', '/pos-retail/payout-taxes', 'view_payout_taxes')",
  ])
  expect(JSON.parse(read('modules/locales/vi.json'))).toMatchObject({ pages: { payoutTaxes: 'Từ' } })
  // The call is written as the audit names its acts.
  expect(read('modules/retail/payout-taxes/payout-taxes.contract.ts')).toContain("'/posretail/payouttax'")
  expect(read('db/migrations/0043_retail_payout_taxes.sql')).toContain("base_role in ('branch_manager')")
  expect(read('modules/retail/sample.server.ts').match(/insert into \S+/g)).toEqual([
    'insert into retail.category',
    'insert into retail.payout_tax',
    'insert into retail.category',
    'insert into retail.payout_tax',
  ])
  expect(Object.keys(JSON.parse(read('modules/retail/locales/en.json')) as object)).toEqual([
    'categories',
    'audit',
    'payoutTaxes',
  ])
  expect(read('modules/retail/openapi.server.ts').match(/^ {4}\w+:/gm)).toEqual([
    '    payoutTaxes:',
    '    categories:',
  ])
  expect(faults(readTree(folder))).toEqual([])
})

test('where there is no place for a line, it is left to do by hand', () => {
  write({ 'modules/retail/module.web.tsx': 'export const webModule = routes()\n' })
  const { files, left } = capability(folder, ['retail', 'items'], nouns)
  expect(files).not.toHaveProperty('modules/retail/module.web.tsx')
  expect(left.join('\n')).toMatch(/module\.web\.tsx: add\n[^]*resourceRoutes\('\/retail\/items'/)
})

test('this repository has a place for everything, in a module that stands and in one that does not', () => {
  const absent = moduleOrder.find((module) => !existsSync(join(root, 'modules', module)))
  for (const module of ['organisation', ...(absent ? [absent] : [])])
    expect(capability(root, [module, 'nothing-yets'], nouns).left.join('\n')).not.toMatch(/: add /)
})

/** The tables of a migration as `npm run db:types` would write them, which takes a database. */
function withTables(types: string, sql: string): string {
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const plain: Record<string, string> = { boolean: 'boolean', int: 'number', smallint: 'number' }
  const tables = [...sql.matchAll(/^create table (\w+\.\w+) \(\n([^;]*)\n\);/gm)]
  const rows = tables.map(([, table = '', body = '']) => {
    const columns = [
      ...body.matchAll(/^ {2}(\w+) (uuid|text|int|smallint|boolean|numeric|timestamptz)\b(.*)$/gm),
    ]
    const fields = columns.map(([, name = '', kind = '', rest = '']) => {
      const [, values] = /check \(\w+ in \((.*)\)\)/.exec(rest) ?? []
      const type = values?.replaceAll(', ', ' | ') ?? plain[kind] ?? 'string'
      return `${camel(name)}: ${rest.includes(' default ') ? `Generated<${type}>` : type}`
    })
    return `  '${camel(table)}': { ${fields.join('; ')} }\n`
  })
  return types.replace('export interface DB {\n', (start) => start + rows.join(''))
}

/** Faults of the types of these files and of what they import. */
function typeFaults(copy: string, side: 'server' | 'web', include: readonly string[]): string {
  const project = join(copy, `tsconfig.made-${side}.json`)
  writeFileSync(
    project,
    JSON.stringify({ extends: `./tsconfig.${side}.json`, include, exclude: ['**/*.test.ts'] }),
  )
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', project, '--noEmit'], {
    encoding: 'utf8',
  })
  return status === 0 ? '' : stdout + stderr
}

test(
  'both kinds pass the rules and the types of this repository as they are made',
  { timeout: 120_000 },
  () => {
    const copy = mkdtempSync(join(tmpdir(), 'agio-new-copy-'))
    const place = (path: string, text: string | Buffer) => {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      writeFileSync(join(copy, path), text)
    }
    try {
      for (const path of readTree(root).files) place(path, readFileSync(join(root, path)))
      symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
      for (const [name, kind] of [
        ['trial-papers', kinds.document],
        ['trial-things', kinds.plain],
      ] as const) {
        const { files, left } = capability(copy, ['retail', name], nouns, kind)
        expect(left.join('\n')).not.toMatch(/: add /)
        for (const [path, text] of Object.entries(files)) place(path, text)
        const sql = Object.entries(files).find(([path]) => path.endsWith('.sql'))?.[1] ?? ''
        place('db/types.ts', withTables(readFileSync(join(copy, 'db/types.ts'), 'utf8'), sql))
      }
      // Documents of the repository name hidden files, which a copy without git does not show.
      expect(faults(readTree(copy)).filter(({ rule }) => rule !== 'documents')).toEqual([])
      const made = (end: string) => `modules/retail/trial-*/*.${end}`
      const catalogues = 'modules/*.domain.ts'
      expect(
        typeFaults(copy, 'server', [made('server.ts'), 'modules/retail/module.server.ts', catalogues]),
      ).toBe('')
      expect(typeFaults(copy, 'web', [made('web.tsx'), 'apps/web/*.d.ts', catalogues])).toBe('')
    } finally {
      rmSync(copy, { recursive: true })
    }
  },
)

test.each([
  ['branches', 'Branch'],
  ['statuses', 'Status'],
  ['addresses', 'Address'],
  ['taxes', 'Tax'],
  ['cases', 'Case'],
  ['payout-rates', 'PayoutRate'],
])('one of %s is a %s', (many, type) => {
  const contract = capability(folder, ['cases', many], nouns).files[
    `modules/cases/${many}/${many}.contract.ts`
  ]
  expect(contract).toContain(`\nconst ${type} = `)
})
