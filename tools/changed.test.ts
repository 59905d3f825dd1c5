import { expect, test } from 'vitest'
import { reachOf } from './changed.ts'
import type { Tree } from './tree.ts'

const texts: Record<string, string> = {
  'modules/branches/module.web.tsx': `{ path: '/settings/branch', load }`,
  'modules/branches/places/places.contract.ts': `read({ path: '/posbranch/place/list' })`,
  'modules/deals/module.web.tsx': `{ path: '/deals', load }`,
  'modules/deals/deals.server.ts': `import { place } from '#modules/branches/public.server.ts'`,
  'modules/mail/module.web.tsx': `{ path: '/mail', load }`,
  'modules/mail/mail.test.ts': '',
  'e2e/branches.test.ts': `await page.goto('/settings/branch/create')`,
  'e2e/places.test.ts': `await call('/posbranch/place/list')`,
  'e2e/deals.test.ts': `await page.goto('/deals')`,
  'e2e/mail.test.ts': `await page.goto('/mail')`,
  'e2e/shell.test.ts': `await page.getByRole('button').click()`,
  'e2e/fixtures.ts': '',
}
const tree: Tree = { root: '/', files: Object.keys(texts), text: (path) => texts[path] ?? '' }
const journeys = (...changed: string[]) => reachOf(changed, tree).journeys

test('a module reaches the journeys that name it or one that imports it, and those that name none', () => {
  expect(journeys('modules/branches/places/places.contract.ts')).toEqual([
    'e2e/branches.test.ts',
    'e2e/places.test.ts',
    'e2e/deals.test.ts',
    'e2e/shell.test.ts',
  ])
  expect(journeys('modules/mail/mail.server.ts')).toEqual(['e2e/mail.test.ts', 'e2e/shell.test.ts'])
})

test('the kit, an app, the database and what journeys share reach all of them', () => {
  for (const path of [
    'kit/web/list.web.tsx',
    'apps/web/main.tsx',
    'db/migrations/0001_x.sql',
    'e2e/fixtures.ts',
  ])
    expect(journeys(path), path).toBe('all')
  expect(journeys('modules/permissions.domain.ts')).toBe('all')
})

test('a journey reaches itself; documents, tools and unit tests reach none', () => {
  expect(journeys('e2e/mail.test.ts')).toEqual(['e2e/mail.test.ts'])
  expect(journeys('docs/security.md', 'README.md', 'tools/house.ts', 'modules/mail/mail.test.ts')).toEqual([])
})

test('units are found by their imports only where everything that changed can be imported', () => {
  expect(reachOf(['modules/mail/mail.server.ts', 'docs/x.md'], tree).unit).toBe('related')
  expect(reachOf(['e2e/mail.test.ts'], tree).unit).toBe('related')
  for (const path of [
    'modules/mail/locales/en.json',
    'db/migrations/0001_x.sql',
    'samples/un.xml',
    'package.json',
  ])
    expect(reachOf([path], tree).unit, path).toBe('all')
})
