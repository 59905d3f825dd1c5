// Long because each rule of the house is shown failing.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { faults, rules } from './house.ts'
import { readTree } from './tree.ts'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

const numbered = (count: number) => 'export {}\n'.repeat(count)
const longFunction = `export function long() {\n${'  run()\n'.repeat(69)}}\n`
const texts = (value: object) => JSON.stringify(value)

const record = '# 0001. A\n\nAccepted, November 2026. Frozen.\n\n## Context\n\nx\n\n## Decision\n\nx\n'

/** A small repository that keeps every rule. */
const good: Record<string, string> = {
  'package.json': texts({ scripts: { verify: 'true', test: 'true' } }),
  'AGENTS.md': [
    'See `docs/`, `kit/domain/money.domain.ts:1`, `#kit/domain/money.domain.ts`, `money.domain.ts`, `locales/`, `dist/web/`.',
    'Not paths: `*.domain.ts`, `kit/<part>`, `docs/…`, `.ts`, `text/html`, `@scope/name`, `/api/docs`, `a.b(c)`.',
    '```',
    'kit/nowhere.ts is not in backticks',
    '```',
    'Run `npm run verify` and `npm test`, or `npm run …`. [Security](docs/security.md#keys), [out](https://example.org/a.md).',
  ].join('\n'),
  'docs/security.md': 'Back to [the start](../AGENTS.md).',
  'docs/adr/0001-a.md': record,
  'docs/adr/README.md': '| [0001](0001-a.md) | A |',
  'kit/domain/money.domain.ts': numbered(300),
  'kit/domain/money.test.ts': `// Long because it has many cases.\n${numbered(400)}`,
  'kit/web/table.gen.ts': numbered(7800),
  'db/types.ts': numbered(400),
  'db/migrations/0002_access.sql':
    'create table access.user (company_id uuid references organisation.company);',
  'kit/locales/en.json': texts({
    save: 'Save',
    pin: 'PIN',
    rate: '{{from}}/{{to}}',
    n_one: 'One',
    n_other: '{{count}} rows',
  }),
  'kit/locales/zh_Hant.json': texts({
    save: '儲存',
    pin: 'PIN',
    rate: '{{from}}/{{to}}',
    n_other: '{{count}} 列',
  }),
  'kit/locales/zh_Hans.json': texts({
    save: '保存',
    pin: 'PIN',
    rate: '{{from}}/{{to}}',
    n_other: '{{count}} 行',
  }),
  'kit/locales/vi.json': texts({
    save: 'Lưu',
    pin: 'PIN',
    rate: '{{from}}/{{to}}',
    n_other: '{{count}} dòng',
  }),
  'modules/actor.domain.ts': "import type { A } from '#modules/access/users/users.domain.ts'\n",
  'modules/organisation/module.server.ts': 'export const organisation = { dependsOn: [] }\n',
  'modules/organisation/branches/branches.queries.ts': "db.selectFrom('organisation.branch')\n",
  'modules/access/module.server.ts': "export const dependsOn: readonly string[] = ['organisation']\n",
  'modules/access/users/users.queries.ts':
    "db.selectFrom('access.user').innerJoin('organisation.branchRead', 'a', 'b')\n",
  'modules/access/users/users.test.ts': "import { x } from '#modules/reports/x/x.server.ts'\n",
  'modules/access/users/users.web.tsx': "// as any other page\nimport { name } from './users.domain.ts'\n",
}

function check(changes: Record<string, string | undefined> = {}, git = false) {
  const folder = mkdtempSync(join(tmpdir(), 'agio-house-'))
  made.push(folder)
  for (const [path, text] of Object.entries({ ...good, ...changes })) {
    if (text === undefined) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  if (git) execFileSync('git', ['init', '--quiet'], { cwd: folder })
  return faults(readTree(folder)).map(({ rule, fault }) => `${rule}: ${fault}`)
}

// In two parts, so that the rules do not find them here.
const [later, mend, untyped, skip, only] = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['a', 'ny'],
  ['sk', 'ip'],
  ['on', 'ly'],
].map((parts) => parts.join(''))
const up = '../'.repeat(2)
const domain = 'kit/domain/more.domain.ts'
const org = 'modules/organisation/branches/branches.server.ts'
const access = 'modules/access/users/users.server.ts'
const promise = (rest: string) => ({ 'docs/specification/access.md': `| 2 | it says so | ${rest} |\n` })
const judged = (
  rest: string,
  totals = rest.startsWith('met') ? '1 | 0 | 0 | 0 | 0 | 1' : '0 | 0 | 0 | 0 | 0 | 1',
) => ({
  'docs/asvs.md': `| all | ${totals} |\n\n| 1.1.1 | it is asked | ${rest} |\n`,
})
const vi = (changes: object) =>
  texts({ save: 'Lưu', pin: 'PIN', rate: '{{from}}/{{to}}', n_other: '{{count}} dòng', ...changes })

/** What is broken, and the beginning of the one fault that must be found. */
const broken: Record<string, [changes: Record<string, string | undefined>, fault: string][]> = {
  'kit budget': [
    [
      {
        'kit/domain/a.domain.ts': numbered(300),
        'kit/domain/b.domain.ts': numbered(300),
        'kit/domain/c.domain.ts': numbered(300),
        'kit/domain/d.domain.ts': numbered(51),
      },
      'kit/domain: 1251 lines, at most 1250',
    ],
    [
      Object.fromEntries(
        Array.from({ length: 12 }, (_, n) => [`kit/contract/c${n}.contract.ts`, numbered(60)]),
      ),
      'kit/contract: 720 lines, at most 700',
    ],
  ],
  'long files': [
    [{ [access]: numbered(301) }, `${access}: over 300 lines`],
    [{ [access]: `// Long because\n${numbered(301)}` }, `${access}: over 300 lines`],
    [{ [access]: `const x = 1 // Long because it is.\n${numbered(301)}` }, `${access}: over 300 lines`],
  ],
  functions: [
    [{ 'kit/web/a.web.ts': longFunction }, 'kit/web/a.web.ts: long has 71 lines, at most 70'],
    [
      { 'kit/web/a.web.ts': `export const made = { made: ${longFunction.replace('export ', '')}}` },
      'kit/web/a.web.ts: long has 71 lines',
    ],
    [
      { [domain]: 'export const five = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e]\n' },
      `${domain}: five has 5 parameters, at most 4`,
    ],
    [
      { 'tools/long-functions.json': texts(['kit/web/a.web.ts long']), 'kit/web/a.web.ts': 'export {}\n' },
      "tools/long-functions.json: 'kit/web/a.web.ts long' is no longer true",
    ],
  ],
  names: [
    [{ [access]: 'export const shown = () => 1\n' }, `${access}: shown does not say what it does`],
    [{ [access]: 'export async function* packed() {}\n' }, `${access}: packed does not say what it does`],
    [
      { [domain]: 'export const enabled = remember(() => 1)\n' },
      `${domain}: enabled does not say what it does`,
    ],
    [{ 'bench/a.ts': 'export function giveBack() {}\n' }, 'bench/a.ts: giveBack does not say what it does'],
    [
      { 'tools/unplain-names.json': texts([`${access} shown`]) },
      `tools/unplain-names.json: '${access} shown' is no longer true`,
    ],
  ],
  'left over': [
    [{ 'e2e/a.test.ts': `test.${skip}('a', () => {})` }, 'e2e/a.test.ts:1: a test that is left out'],
    [{ 'e2e/a.test.ts': `\n\ndescribe.${only}('a', () => {})` }, 'e2e/a.test.ts:3: a test that is left out'],
    [{ [domain]: `// ${later}: round` }, `${domain}:1: a note to do later`],
    [{ 'db/migrations/0001_a.sql': `-- ${mend}` }, 'db/migrations/0001_a.sql:1: a note to do later'],
    [{ [domain]: `const a = b as ${untyped}` }, `${domain}:1: a cast that switches the types off`],
    [{ [domain]: `const a = b as ${untyped} as A` }, `${domain}:1: a cast that switches the types off`],
  ],
  'big files': [[{ 'docs/picture.png': 'x'.repeat(1_000_001) }, 'docs/picture.png: over 1 MB']],
  'no workplace': [
    [{ 'docs/a.md': 'See /work/main.' }, 'docs/a.md:1: a place that only one machine has'],
    [{ [domain]: "\nconst a = '../shared/data'" }, `${domain}:2: a place that only one machine has`],
    [{ 'e2e/a.test.ts': "read('../../shared/data')" }, 'e2e/a.test.ts:1: a place that only one machine has'],
  ],
  'two levels up': [
    [
      { [access]: `import { a } from '${up}../kit/domain/money.domain.ts'` },
      `${access}:1: an import from two levels up`,
    ],
    [{ [access]: `const a = await import('${up}x.server.ts')` }, `${access}:1: an import from two levels up`],
    [
      { 'kit/web/t/a.test.ts': `import '${up}domain/a.domain.ts'` },
      'kit/web/t/a.test.ts:1: an import from two levels up',
    ],
  ],
  documents: [
    [
      { 'README.md': 'See `kit/domain/gone.domain.ts`.' },
      'README.md: kit/domain/gone.domain.ts does not exist',
    ],
    [{ 'README.md': 'See `gone.domain.ts`.' }, 'README.md: gone.domain.ts does not exist'],
    [{ 'README.md': 'See `bench/`.' }, 'README.md: bench/ does not exist'],
    [{ 'README.md': 'See `#kit/gone.ts`.' }, 'README.md: #kit/gone.ts does not exist'],
    [
      { 'docs/adr/0001-a.md': `${record}See [b](0002-b.md#x).` },
      'docs/adr/0001-a.md: 0002-b.md does not exist',
    ],
    [{ 'docs/a.md': '```sh\nnpm run gone\n```' }, "docs/a.md: npm has no script 'gone'"],
    [{ 'docs/a.md': 'Then `npm start`.' }, "docs/a.md: npm has no script 'start'"],
  ],
  specification: [
    [
      promise('waits: access |'),
      'docs/specification/access.md: § 2 "it says so" waits for access, which is there',
    ],
    [promise('| '), 'docs/specification/access.md: § 2 "it says so" names no file, or no test'],
    [
      promise('`package.json` | `package.json`: not a test of ours'),
      'docs/specification/access.md: § 2 "it says so" is shown by no test "not a test of ours"',
    ],
    [
      promise('waits: retail/items |'),
      'docs/specification/access.md: § 2 "it says so" is of retail. Put it into docs/specification/retail.md',
    ],
  ],
  asvs: [
    [judged('perhaps | | '), 'docs/asvs.md: 1.1.1 has the verdict "perhaps"'],
    [judged('met | | '), 'docs/asvs.md: 1.1.1 names no test'],
    [
      judged('met | | `package.json`: not a test of ours'),
      'docs/asvs.md: 1.1.1 is shown by no test "not a test of ours"',
    ],
    [judged('operator | | ', '0 | 1 | 0 | 0 | 0 | 1'), 'docs/asvs.md: the totals are 0 | 0 | 0 | 1 | 0 | 1'],
  ],
  catalogues: [
    [{ 'kit/locales/vi.json': undefined }, 'kit/locales/vi.json: missing'],
    [{ 'kit/locales/vi.json': '{' }, 'kit/locales/vi.json: not JSON'],
    [{ 'kit/locales/vi.json': vi({ save: undefined }) }, 'kit/locales/vi.json: no text for save'],
    [{ 'kit/locales/vi.json': vi({ more: 'thêm' }) }, 'kit/locales/vi.json: more is not in English'],
    [{ 'kit/locales/vi.json': vi({ save: '' }) }, 'kit/locales/vi.json: save is empty'],
    [{ 'kit/locales/vi.json': vi({ save: 'Save' }) }, 'kit/locales/vi.json: save is English'],
    [
      { 'kit/locales/vi.json': vi({ rate: '{{from}}' }) },
      'kit/locales/vi.json: rate has placeholders from and English from, to',
    ],
    [
      { 'kit/locales/vi.json': vi({ n_other: 'dòng' }) },
      'kit/locales/vi.json: n has placeholders (none) and English count',
    ],
    [
      Object.fromEntries(
        ['kit', 'modules/access'].flatMap((folder) =>
          ['en', 'vi', 'zh_Hans', 'zh_Hant'].map((language) => [
            `${folder}/locales/server/${language}.json`,
            '{ "refusals": { "A": "X" } }',
          ]),
        ),
      ),
      'modules/access/locales/server/en.json: refusals.A is in kit/locales/server/en.json too',
    ],
  ],
  terms: [
    [
      Object.fromEntries(
        ['en', 'vi', 'zh_Hans', 'zh_Hant'].flatMap((language) => [
          [
            `modules/access/locales/${language}.json`,
            '{ "users": { "fields": { "gold": "X" } }, "roles": { "fields": { "gold": "X" } } }',
          ],
        ]),
      ),
      'modules/access/locales/en.json: roles.fields.gold says what modules/access/locales/en.json (users) say',
    ],
    [
      Object.fromEntries(
        ['en', 'vi', 'zh_Hans', 'zh_Hant'].flatMap((language) => [
          [`modules/access/locales/${language}.json`, '{ "users": { "fields": { "gold": "X" } } }'],
          [`modules/locales/${language}.json`, '{ "terms": { "fields": { "gold": "X" } } }'],
        ]),
      ),
      'modules/access/locales/en.json: users.fields.gold says what the terms say',
    ],
  ],
  keys: [
    [
      { 'modules/access/users/users.web.tsx': "const texts = useTexts('access:users')\ntexts('nowhere')" },
      "modules/access/users/users.web.tsx: texts('nowhere') has no text",
    ],
    [
      {
        'modules/access/users/users.web.tsx':
          "const say = useTexts(place)\nsay(`acts.${one}`)\nconst place = 'kit:rows'",
      },
      "modules/access/users/users.web.tsx: say('acts.') has no text",
    ],
  ],
  'module files': [
    [{ 'modules/access/users/parts/a.server.ts': '' }, 'modules/access/users/parts/a.server.ts: deeper than'],
    [{ 'modules/access/users/helpers.ts': '' }, 'modules/access/users/helpers.ts: no layer'],
    [{ 'modules/access/users/usersPage.web.tsx': '' }, 'modules/access/users/usersPage.web.tsx: no layer'],
  ],
  records: [
    [
      { 'docs/adr/0001-a.md': record.replace('0001. ', '') },
      "docs/adr/0001-a.md: begin with '# 0001. Title'",
    ],
    [{ 'docs/adr/0001-a.md': record.replace('## Context', '## Why') }, 'docs/adr/0001-a.md: write Context'],
    [{ 'docs/adr/README.md': '' }, 'docs/adr/README.md: has no line for docs/adr/0001-a.md'],
  ],
  folders: [
    [
      {
        'modules/access/users/a.domain.ts': "import '../roles/b.domain.ts'",
        'modules/access/roles/b.domain.ts': "import('#modules/access/users/a.domain.ts')",
      },
      'modules/access/roles/b.domain.ts: modules/access/roles and modules/access/users lean on each other',
    ],
    [
      Object.fromEntries(
        Array.from({ length: 6 }, (_, n) => [`modules/access/users/a${n}.domain.ts`, '\n'.repeat(260)]),
      ),
      'modules/access/users: 15',
    ],
  ],
  workflows: [
    [
      { 'modules/access/users/users.domain.ts': 'export const userWorkflow = workflow({})\n' },
      'modules/access/users/users.domain.ts: no test walks userWorkflow',
    ],
    [
      {
        'modules/access/users/users.domain.ts': 'export const flow = workflow({})\n',
        'modules/access/users/acts.test.ts':
          "import { flow } from '../keys/keys.domain.ts'\nwalkWorkflow({ flow: flow }, '')\n",
      },
      'modules/access/users/users.domain.ts: no test walks flow',
    ],
  ],
  manifests: [
    [
      { [org]: "import { a } from '#modules/access/public.server.ts'" },
      `${org}: organisation leans on access, which stands above`,
    ],
    [
      { 'modules/organisation/a.domain.ts': "import type { A } from '../access/public.domain.ts'" },
      'modules/organisation/a.domain.ts: organisation leans on access, which',
    ],
    [
      { 'modules/rates/module.server.ts': "import '#modules/ledger/public.server.ts'" },
      'modules/rates/module.server.ts: missing, or',
    ],
    [{ 'modules/access/module.server.ts': undefined }, 'modules/access/module.server.ts: missing, or'],
    [
      { 'modules/access/module.server.ts': '{ dependsOn: [] }' },
      'modules/access/users/users.queries.ts: access leans on organisation',
    ],
    [
      { 'modules/access/module.server.ts': "{ dependsOn: ['organisation', 'settings'] }" },
      'modules/access/module.server.ts: dependsOn names settings, which nothing uses',
    ],
    [{ 'modules/gold/module.server.ts': '{ dependsOn: [] }' }, 'modules/gold: not in the order of modules'],
    [
      { 'db/migrations/0003_organisation_x.sql': 'a uuid references ledger.account' },
      'db/migrations/0003_organisation_x.sql: organis',
    ],
    [
      { [access]: 'sql`select 1 from organisation.branch`' },
      `${access}: reads organisation.branch, a table of another module`,
    ],
    [
      { [access]: "db.updateTable('organisation.branch')" },
      `${access}: reads organisation.branch, a table of another module`,
    ],
  ],
}

test('a tree that keeps the rules has no fault', () => {
  expect(check()).toEqual([])
})

const hasGit = spawnSync('git', ['--version']).status === 0
test.skipIf(!hasGit)('in git, what git ignores does not count', () => {
  const changes = { '.gitignore': 'mine/', 'mine/a.md': '/work/', 'docs/a.md': '/work/' }
  expect(check(changes, true)).toEqual([expect.stringContaining('no workplace: docs/a.md:1')])
})

test('a long function that is in the list, is SQL, or is the generic table, has no fault', () => {
  const same = (path: string) => ({ [path]: longFunction })
  const table = { 'kit/web/table.web.tsx': longFunction.replace('long', 'DataTable') }
  const known = { 'tools/long-functions.json': texts(['kit/web/a.web.ts long']), ...same('kit/web/a.web.ts') }
  expect(check({ ...table, ...known, ...same('modules/access/users/more.queries.ts') })).toEqual([])
})

test('a participle has no fault where it is a verb, a value, a name within a file, or is in the list', () => {
  const plain =
    'export const feed = () => shown()\nexport const used = 1\nfunction shown() {}\nexport const readUsed = () => used\n'
  const known = {
    'tools/unplain-names.json': texts([`${domain} seen`]),
    [domain]: 'export const seen = () => 1\n',
  }
  expect(check({ ...known, [access]: plain })).toEqual([])
})

test('outside git, what is made or hidden does not count', () => {
  const changes = { 'dist/a.md': '/work/', '.idea/a.md': '/work/', '.ci/run': '/work/' }
  expect(check(changes)).toEqual([expect.stringContaining('no workplace: .ci/run:1')])
})

test('continuous integration may know what is beside its clone', () => {
  expect(check({ '.ci/run': 'files=../shared/data' })).toEqual([])
})

test('a module without a server part needs no manifest yet', () => {
  expect(check({ 'modules/rates/margin/margin.web.tsx': '' })).toEqual([])
})

test('every rule is shown failing below', () => {
  expect(Object.keys(broken).toSorted()).toEqual(Object.keys(rules).toSorted())
})

describe.each(Object.entries(broken))('%s', (rule, cases) => {
  test.each(cases.map(([changes, fault]) => ({ changes, fault })))('$fault', ({ changes, fault }) => {
    expect(check(changes).map((line) => line.slice(0, `${rule}: ${fault}`.length))).toEqual([
      `${rule}: ${fault}`,
    ])
  })
})

test('a checkout that git does not read is read from the disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agio-house-'))
  made.push(folder)
  mkdirSync(join(folder, '.git'))
  for (const name of ['node_modules', 'kit']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'one.ts'), '')
  }
  expect(readTree(folder).files).toEqual(['kit/one.ts'])
})
