import { expect, test } from 'vitest'
import { manifests } from './house-modules.ts'
import type { Tree } from './tree.ts'

const treeOf = (texts: Record<string, string>): Tree => ({
  root: '/',
  files: Object.keys(texts),
  text: (path) => texts[path] ?? '',
})

const sql = 'sql`insert into cases.register`'
const registers = {
  'modules/exchange/module.server.ts': '{ dependsOn: [] }',
  'modules/exchange/registers/registers.queries.ts': sql,
}

test('a table belongs to the module that has its code, whatever its schema', () => {
  expect(manifests(treeOf(registers))).toEqual([])
  const typed = "db.selectFrom('cases.register')"
  expect(
    manifests(treeOf({ ...registers, 'modules/exchange/registers/registers.queries.ts': typed })),
  ).toEqual([])
})

test('so not to the module of that schema', () => {
  const path = 'modules/organisation/branches/branches.queries.ts'
  const own = { 'modules/organisation/module.server.ts': '{ dependsOn: [] }', [path]: sql }
  expect(manifests(treeOf({ ...registers, ...own }))).toEqual([
    `${path}: organisation leans on exchange, which stands above it. Declare a hook that exchange answers.`,
    expect.stringContaining(`${path}: reads cases.register, a table of another module`),
  ])
})
