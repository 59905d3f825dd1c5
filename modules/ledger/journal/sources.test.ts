import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import english from '#modules/ledger/locales/en.json' with { type: 'json' }
import { pageAt } from '#modules/pages.domain.ts'
import { sourcePages } from './sources.domain.ts'

test('what was posted has a page, or is called by a word and not by its code', () => {
  const posted = globSync('modules/**/*.server.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/source(?:Of = .*=> \(| = |: )\{ type: '(\w+)'/g)].map(
      ([, type = '']) => type,
    ),
  )
  expect(posted).toContain('payeePayment')
  const words = new Set(Object.keys(english.journal.values.source))
  expect(posted.filter((type) => !(type in sourcePages) && !words.has(type))).toEqual([])
})

test('the page of what was posted is in the menu, whose name it has', () => {
  expect(Object.values(sourcePages).filter((home) => pageAt(home)?.page.link !== home)).toEqual([])
})
