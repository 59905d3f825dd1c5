import { expect, test } from 'vitest'
import { chart } from '#modules/ledger/accounts/accounts.domain.ts'
import { modeKinds } from '#modules/currencies/modes/modes.domain.ts'
import { partOfMode } from './mode-mapping.domain.ts'

test('every kind of mode moves a part that the books know, but for what is set off', () => {
  const known: string[] = chart.flatMap((account) => ('part' in account ? [account.part] : []))
  for (const kind of modeKinds)
    for (const isLocal of [true, false]) {
      const part = partOfMode(kind, { isLocal })
      if (kind === 'offset') expect(part).toBeNull()
      else expect(known).toContain(part)
    }
  expect(partOfMode('cash', { isLocal: true })).toBe('cash')
  expect(partOfMode('cash', { isLocal: false })).toBe('stock')
  expect(partOfMode('bankTransfer', { isLocal: false })).toBe('bankForeign')
})
