import { describe, expect, it } from 'vitest'
import { differences, listChange } from './changes.domain.ts'

describe('differences between two images of a row', () => {
  it('are the changed fields only', () => {
    const before = { id: '1', name: 'Teller', permissions: ['a'], version: 1 }
    expect(differences(before, { ...before, permissions: ['a', 'b'], version: 2 })).toEqual([
      { field: 'permissions', before: ['a'], after: ['a', 'b'] },
      { field: 'version', before: 1, after: 2 },
    ])
  })

  it('are all filled fields of a row that was made or removed', () => {
    const row = { id: '1', email: '', deleted_at: null, is_enabled: false }
    expect(differences(null, row).map(({ field }) => field)).toEqual(['id', 'is_enabled'])
    expect(differences(row, null).map(({ field }) => field)).toEqual(['id', 'is_enabled'])
  })
})

it('tells what came to a list and what went', () => {
  expect(listChange(['a', 'b'], ['b', 'c'])).toEqual({ gone: ['a'], added: ['c'], kept: 1 })
})
