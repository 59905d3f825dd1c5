import { expect, test } from 'vitest'
import { listQuery } from '#kit/contract/list.contract.ts'
import { filtersOf, fitValue, type ListState, readState, writeState } from './filters.web.ts'

const columns = { name: 'String', amount: 'Number', day: 'Date', state: 'select' } as const
const empty: ListState = { page: 1, q: '', match: 'And', filter: [] }
const between = {
  key: 'amount',
  operator: 'Between',
  value: '10',
  secondValue: '20',
  type: 'Number',
} as const
const named = { key: 'name', operator: 'Contains', value: 'tan', type: 'String' } as const
const low = { key: 'amount', operator: 'Greater Than Or Equal', value: '10', type: 'Number' }
const high = { key: 'amount', operator: 'Less Than Or Equal', value: '20', type: 'Number' }

test('Between becomes two conditions, each only if its value is present', () => {
  expect(filtersOf({ ...empty, filter: [between] }, [])).toEqual([low, high])
  expect(filtersOf({ ...empty, filter: [{ ...between, value: '' }] }, [])).toEqual([high])
  expect(filtersOf({ ...empty, filter: [{ ...between, secondValue: null }] }, [])).toEqual([low])
  expect(filtersOf({ ...empty, filter: [{ ...between, value: '', secondValue: undefined }] }, [])).toEqual([])
})

test('any, exactly one and none keep a Between together', () => {
  const filter = [between, named]
  const range = { operator: 'And', filters: [low, high] }
  expect(filtersOf({ ...empty, match: 'Or', filter }, [])).toEqual([
    { operator: 'Or', filters: [range, named] },
  ])
  expect(filtersOf({ ...empty, match: 'Xor', filter }, [])).toEqual([
    { operator: 'Xor', filters: [range, named] },
  ])
  const none = [{ operator: 'Not', filters: [{ operator: 'Or', filters: [range, named] }] }]
  expect(filtersOf({ ...empty, match: 'Not', filter }, [])).toEqual(none)
  expect(filtersOf({ ...empty, match: 'Not', filter: [named] }, [])).toEqual([
    { operator: 'Not', filters: [named] },
  ])
})

test('a searched text is looked for in any of the columns, beside the chips', () => {
  const found = [{ key: 'name', operator: 'Contains', value: 'lim', type: 'String' }]
  expect(filtersOf({ ...empty, q: ' lim ' }, ['name'])).toEqual(found)
  expect(filtersOf({ ...empty, q: 'lim', filter: [named] }, ['name'])).toEqual([named, ...found])
  expect(filtersOf({ ...empty, q: '   ' }, ['name'])).toEqual([])
})

test('what is sent fits the contract', () => {
  for (const match of ['And', 'Or', 'Xor', 'Not'] as const) {
    const filters = filtersOf({ ...empty, match, q: 'x', filter: [between, named] }, ['name'])
    expect(listQuery(columns).safeParse({ filters }).error).toBeUndefined()
  }
})

test('the address holds the state and survives nonsense', () => {
  const state: ListState = {
    page: 3,
    size: 50,
    sort: 'name-asc',
    q: 'tan',
    match: 'Or',
    filter: [between, named],
  }
  const address = JSON.parse(JSON.stringify(writeState(state))) as Record<string, unknown>
  expect(readState(address, columns)).toEqual({
    ...state,
    filter: [between, { ...named, secondValue: undefined }],
  })
  expect(JSON.stringify(writeState(empty))).toBe('{}')
  const nonsense = {
    page: -2,
    size: 7,
    sort: 'secret-asc',
    match: 'X',
    filter: [['secret', 'Equals', 1], ['name', 'Between', 1], 4],
  }
  expect(readState(nonsense, columns)).toEqual(empty)
})

test('a value that its column cannot have is not sent, and not read from an address', () => {
  expect(fitValue('Number', '1,000')).toBe('1000')
  expect(fitValue('Number', 'many')).toBeUndefined()
  expect(fitValue('Number', '1e9')).toBeUndefined()
  expect(fitValue('Date', '5/13')).toBeUndefined()
  expect(fitValue('Date', '2026-02-28')).toBe('2026-02-28')
  expect(fitValue('Date', '')).toBeNull()
  const filter = [
    ['amount', 'Between', 'many', '20'],
    ['amount', 'Between', null, 'many'],
    ['amount', 'Equals', '20'],
    ['day', 'Equals', '5/13'],
    ['day', 'Equals', 20],
    ['name', 'Contains', 5],
    ['state', 'Equals', [true]],
    ['state', 'Equals', ['open']],
  ]
  expect(readState({ filter }, columns).filter.map(({ key, value }) => [key, value])).toEqual([
    ['amount', '20'],
    ['state', ['open']],
  ])
})
