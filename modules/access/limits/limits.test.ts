import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limitTypes, notAsked } from '../roles/roles.domain.ts'

const sources = globSync('modules/**/*.{domain,server}.ts')
  .filter((path) => !path.startsWith('modules/access/roles/'))
  .map((path) => readFileSync(path, 'utf8'))

test('every type of limit is asked for by an act, or its module is not built', () => {
  // By its name, or by a table of limits in which a document's kind leads to it.
  const asked = (type: string) =>
    sources.some((text) =>
      new RegExp(`(limits\\.get\\(|above\\(\\s*|type: |limit: |limitOf = \\{[^}]*)'${type}'`).test(text),
    )
  const open = limitTypes.filter((type) => !asked(type))
  expect(open.toSorted()).toEqual(Object.keys(notAsked).toSorted())
  for (const { untilBuilt } of Object.values(notAsked)) expect(existsSync(untilBuilt), untilBuilt).toBe(false)
})
