import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'agio-boundaries-'))
afterAll(() => rmSync(folder, { recursive: true }))

const importing = (...paths: string[]) => paths.map((path) => `import '${path}'\n`).join('')

const pure = importing('decimal.js', 'libphonenumber-js/min')

/** Imports that every rule allows. */
const allowed: Record<string, string> = {
  'db/types.ts': '',
  'kit/domain/money.domain.ts': pure,
  'kit/domain/money.test.ts': importing(
    'vitest',
    '#modules/rates/margin/margin.queries.ts',
    './money.domain.ts',
  ),
  'kit/contract/endpoint.contract.ts': importing('zod', '#kit/domain/money.domain.ts'),
  'kit/server/http.server.ts': importing(
    'node:fs',
    'fastify',
    '#db/types.ts',
    '#kit/contract/endpoint.contract.ts',
  ),
  'kit/server/socket.server.ts': "import type { A } from 'vitest'",
  'kit/web/list.web.tsx': importing('react', '#kit/contract/endpoint.contract.ts', './list.css'),
  'kit/web/list.css': '',
  'apps/server/test-app.ts': importing('#kit/test/database.ts', './main.ts'),
  'kit/test/database.ts': importing('vitest', '#kit/server/http.server.ts'),
  'modules/organisation/public.server.ts': "export { a } from './branches/branches.server.ts'",
  'modules/organisation/public.web.tsx': "export { a } from './branches/branches.web.tsx'",
  'modules/organisation/module.server.ts': importing('./branches/branches.server.ts'),
  'modules/organisation/module.web.tsx': "const branches = () => import('./branches/branches.web.tsx')",
  'modules/organisation/branches/branches.domain.ts': importing('#kit/domain/money.domain.ts'),
  'modules/organisation/branches/branches.contract.ts': importing('zod', './branches.domain.ts'),
  'modules/organisation/branches/branches.queries.ts': importing(
    '#kit/server/http.server.ts',
    '#db/types.ts',
  ),
  'modules/organisation/branches/branches.server.ts': importing(
    './branches.queries.ts',
    './branches.contract.ts',
  ),
  'modules/organisation/branches/branches.web.tsx': importing(
    '#kit/web/list.web.tsx',
    './branches.contract.ts',
  ),
  'modules/organisation/branches/branches.test.ts': importing(
    '#kit/test/database.ts',
    './branches.queries.ts',
  ),
  'modules/rates/margin/margin.domain.ts':
    "import type { A } from '#modules/organisation/branches/branches.domain.ts'",
  'modules/rates/margin/margin.contract.ts': importing('#modules/organisation/branches/branches.contract.ts'),
  'modules/rates/margin/margin.queries.ts': '',
  'modules/rates/margin/margin.server.ts': importing(
    '#modules/organisation/public.server.ts',
    './margin.queries.ts',
  ),
  'modules/rates/margin/margin.web.tsx': importing('#modules/organisation/public.web.tsx'),
  'modules/rates/board/board.server.ts': importing('#modules/rates/margin/margin.queries.ts'),
  'modules/customers/demo.server.ts': '',
  'modules/exchange/demo.server.ts': importing('#modules/customers/demo.server.ts'),
  'apps/server/main.ts': importing(
    '#modules/exchange/demo.server.ts',
    '#modules/organisation/module.server.ts',
    '#modules/organisation/public.server.ts',
  ),
  'apps/web/main.tsx': importing('#modules/organisation/module.web.tsx', '#kit/web/list.web.tsx'),
  'apps/gallery/main.tsx': importing('#kit/web/list.web.tsx'),
  'e2e/sign-in.test.ts': importing('#modules/rates/margin/margin.queries.ts', '#kit/web/list.web.tsx'),
}

/** One wrong import in each file: `[rule, file, content]`. */
const refused: [rule: string, file: string, content: string][] = [
  ['domain-is-pure', 'modules/rates/r1/a.domain.ts', importing('node:crypto')],
  ['domain-is-pure', 'modules/rates/r1/b.domain.ts', importing('zod')],
  ['domain-is-pure', 'modules/rates/r1/c.domain.ts', importing('#modules/rates/margin/margin.contract.ts')],
  ['domain-is-pure', 'modules/rates/r1/d.domain.ts', importing('./plain.ts')],
  ['domain-is-pure', 'kit/domain/unnamed.ts', "const zod = await import('zod')"],
  ['contract-is-shape', 'modules/rates/r2/a.contract.ts', importing('fastify')],
  [
    'contract-is-shape',
    'modules/rates/r2/b.contract.ts',
    "import type { A } from '../margin/margin.server.ts'",
  ],
  ['contract-is-shape', 'modules/rates/r2/c.contract.ts', importing('decimal.js')],
  ['contract-is-shape', 'kit/contract/unnamed.ts', importing('react')],
  [
    'web-never-sees-server',
    'modules/rates/r3/a.web.tsx',
    importing('#modules/rates/margin/margin.server.ts'),
  ],
  [
    'web-never-sees-server',
    'modules/rates/r3/b.web.tsx',
    "import type { A } from '#kit/server/http.server.ts'",
  ],
  ['web-never-sees-server', 'modules/rates/r3/c.web.tsx', "import type { A } from '#db/types.ts'"],
  ['web-never-sees-server', 'kit/web/plain.ts', importing('#kit/server/http.server.ts')],
  [
    'web-never-sees-server',
    'apps/web/shell.tsx',
    "const a = import('#modules/organisation/public.server.ts')",
  ],
  ['server-never-sees-web', 'modules/rates/r4/a.server.ts', importing('#kit/web/list.web.tsx')],
  ['server-never-sees-web', 'modules/rates/r4/b.queries.ts', importing('../margin/margin.web.tsx')],
  ['server-never-sees-web', 'apps/server/shell.ts', importing('#modules/organisation/module.web.tsx')],
  [
    'modules-by-the-front-door',
    'modules/rates/r5/a.server.ts',
    importing('#modules/organisation/branches/branches.server.ts'),
  ],
  [
    'modules-by-the-front-door',
    'modules/rates/r5/b.web.tsx',
    importing('#modules/organisation/branches/branches.web.tsx'),
  ],
  [
    'modules-by-the-front-door',
    'modules/rates/r5/c.server.ts',
    importing('#modules/organisation/module.server.ts'),
  ],
  [
    'modules-by-the-front-door',
    'modules/rates/r5/d.queries.ts',
    importing('../../organisation/branches/branches.queries.ts'),
  ],
  [
    'apps-compose-manifests',
    'apps/server/direct.ts',
    importing('#modules/organisation/branches/branches.server.ts'),
  ],
  [
    'apps-compose-manifests',
    'apps/web/direct.tsx',
    importing('#modules/organisation/branches/branches.web.tsx'),
  ],
  ['demo-for-demos', 'modules/rates/public.server.ts', importing('#modules/customers/demo.server.ts')],
  ['queries-behind-handlers', 'modules/rates/plain.ts', importing('./margin/margin.queries.ts')],
  ['queries-behind-handlers', 'bench/deals.ts', importing('#modules/rates/margin/margin.queries.ts')],
  ['kit-knows-no-product', 'kit/server/a.server.ts', importing('#modules/organisation/public.server.ts')],
  ['kit-knows-no-product', 'kit/server/b.server.ts', importing('#apps/server/main.ts')],
  [
    'kit-knows-no-product',
    'kit/web/c.web.tsx',
    "import type { A } from '#modules/rates/margin/margin.contract.ts'",
  ],
  ['product-without-tests', 'kit/server/c.server.ts', importing('#kit/test/database.ts')],
  ['product-without-tests', 'apps/server/leak.ts', importing('./test-app.ts')],
  ['product-without-tests', 'apps/web/leak.tsx', importing('#apps/gallery/main.tsx')],
  [
    'product-without-tests',
    'modules/organisation/r6/a.server.ts',
    importing('#modules/organisation/branches/branches.test.ts'),
  ],
  ['product-without-dev-packages', 'kit/server/d.server.ts', importing('vitest')],
  ['no-cycles', 'kit/server/cycle-a.server.ts', importing('./cycle-b.server.ts')],
  ['everything-resolves', 'kit/server/e.server.ts', importing('#kit/server/gone.server.ts')],
  ['everything-resolves', 'kit/server/f.server.ts', importing('no-such-package')],
]

const packages = ['decimal.js', 'fastify', 'libphonenumber-js', 'react', 'vitest', 'zod']

interface Summary {
  violations: { from: string; rule: { name: string } }[]
  ruleSetUsed: { forbidden: { name: string; comment: string }[] }
}

const found = new Map<string, string[]>()
let rules: Summary['ruleSetUsed']['forbidden'] = []

beforeAll(() => {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const own = Object.fromEntries(
    ['kit', 'modules', 'apps', 'db'].map((name) => [`#${name}/*`, `./${name}/*`]),
  )
  const dependencies = Object.fromEntries(
    packages.filter((name) => name !== 'vitest').map((name) => [name, '1.0.0']),
  )
  const manifest = {
    name: 'agio',
    type: 'module',
    imports: own,
    dependencies,
    devDependencies: { vitest: '1.0.0' },
  }
  write('package.json', JSON.stringify(manifest))
  for (const name of packages) {
    write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', exports: { '.': './index.js', './min': './index.js' } }),
    )
    write(`node_modules/${name}/index.js`, 'export const a = 1')
  }
  for (const [path, text] of Object.entries(allowed)) write(path, text)
  for (const [, path, text] of refused) write(path, text)
  write('modules/rates/r1/plain.ts', '')
  write('kit/server/cycle-b.server.ts', "import type { A } from './cycle-a.server.ts'")

  const bin = join(root, 'node_modules/.bin/depcruise')
  const config = join(root, '.dependency-cruiser.mjs')
  const folders = ['kit', 'modules', 'apps', 'db', 'e2e', 'bench']
  const json = execFileSync(
    process.execPath,
    [bin, '--config', config, '--output-type', 'json', ...folders],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    },
  )
  const { summary } = JSON.parse(json) as { summary: Summary }
  rules = summary.ruleSetUsed.forbidden
  for (const { from, rule } of summary.violations) found.set(from, [...(found.get(from) ?? []), rule.name])
})

test.each(Object.keys(allowed))('allowed: %s', (file) => {
  expect(found.get(file) ?? []).toEqual([])
})

test.each(refused)('%s refuses %s', (rule, file) => {
  expect(found.get(file) ?? []).toEqual([rule])
})

test('every boundary is shown refusing, and gives its reason', () => {
  expect([...new Set(refused.map(([rule]) => rule))]).toEqual(rules.map(({ name }) => name))
  for (const { comment } of rules) expect(comment).toMatch(/^.{40,}\.$/)
})
