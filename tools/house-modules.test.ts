import { expect, test } from 'vitest'
import { manifests } from './house-modules.ts'
import type { Tree } from './tree.ts'

const treeOf = (texts: Record<string, string>): Tree => ({
  root: '/',
  files: Object.keys(texts),
  text: (path) => texts[path] ?? '',
})

const sql = 'sql`insert into watchlists.entry`'
const lists = {
  'modules/screening/module.server.ts': '{ dependsOn: [] }',
  'modules/screening/lists/lists.queries.ts': sql,
}

test('a table belongs to the module that has its code, whatever its schema', () => {
  expect(manifests(treeOf(lists))).toEqual([])
  const typed = "db.selectFrom('watchlists.entry')"
  expect(manifests(treeOf({ ...lists, 'modules/screening/lists/lists.queries.ts': typed }))).toEqual([])
})

test('so not to the module of that schema', () => {
  const path = 'modules/organisation/branches/branches.queries.ts'
  const own = { 'modules/organisation/module.server.ts': '{ dependsOn: [] }', [path]: sql }
  expect(manifests(treeOf({ ...lists, ...own }))).toEqual([
    `${path}: organisation leans on screening, which stands above it. Declare a hook that screening answers.`,
    expect.stringContaining(`${path}: reads watchlists.entry, a table of another module`),
  ])
})
