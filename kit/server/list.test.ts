import { randomUUID } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { type Columns, type Filter, type ListInput, listQuery } from '#kit/contract/list.contract.ts'
import { startOfDay } from '#kit/domain/periods.domain.ts'
import { testDatabase } from '#kit/test/database.ts'
import { type Database, type Db, inCompany, openDatabase } from './database.server.ts'
import { listPage } from './list.server.ts'
import { withClient } from './prepare.server.ts'

const columns = {
  name: 'String',
  amount: 'Number',
  day: 'Date',
  at: 'Date',
  state: 'select',
  open: 'Boolean',
  ref: 'Guid',
} as const satisfies Columns
const shape = listQuery(columns)
const company = randomUUID()
const crowd = randomUUID()
const ref = randomUUID()
let database: Database

beforeAll(async () => {
  const home = await testDatabase()
  await withClient(home.owner, async (client) => {
    await client.query(`create table kit.thing (company_id uuid not null default kit.company(), id int not null, name text,
      amount numeric, day date, at timestamptz, state text, open boolean, ref uuid, primary key (company_id, id));
      call kit.tenant('kit.thing', captured => false)`)
    await client.query(`select set_config('app.company_id', $1, false)`, [company])
    await client.query(
      `insert into kit.thing (id, name, amount, day, at, state, open, ref) values
        (1, 'Apple 100%', 10, '2026-01-01', '2026-01-01T00:00:00Z', 'new', true, $1),
        (2, 'apple_pie', 20.50, '2026-01-02', '2026-01-02T12:00:00Z', 'done', false, null),
        (3, 'Back\\slash', -5, '2026-01-03', '2026-01-03T23:59:59.9Z', 'new', true, null),
        (4, 'O''Brien', 0.00000001, '2026-01-04', '2026-01-04T00:00:00Z', null, null, null),
        (5, '蘋果', 1e15, null, null, 'held', false, null)`,
      [ref],
    )
    await client.query(`select set_config('app.company_id', $1, false)`, [crowd])
    await client.query(`insert into kit.thing (id, name, state, at)
      select n, 'many', n % 6, '2026-01-01T16:00:00Z' from generate_series(1, 12000) n`)
    await client.query('analyze kit.thing')
  })
  database = openDatabase(home.runtime)
})
afterAll(() => database.close())

type Input = z.input<typeof shape>
type Things = SelectQueryBuilder<never, never, { id: number }>

/** What a call with this body answers, as the contract would let it in. */
const list = (input: Input, of = company) =>
  inCompany(of, () => {
    const db = database.db as unknown as { selectFrom(table: string): { select(columns: string[]): Things } }
    const refs = Object.fromEntries(Object.keys(columns).map((key) => [key, `t.${key}`]))
    const query = db.selectFrom('kit.thing as t').select(['t.id'])
    const options = { columns: refs, place: 't.ref', order: ['name-asc'], tie: 't.id' }
    const { calendar, ...body } = input as Input & Pick<ListInput, 'calendar'>
    const asked = { ...shape.parse(body), ...(calendar ? { calendar } : {}) }
    return listPage<{ id: number }>(database.db as Db, query, asked, options)
  })
const ids = async (...filters: Input['filters'] & object) =>
  (await list({ filters, sort: [] })).items.map(({ id }) => id).toSorted((a, b) => a - b)

describe('a condition', () => {
  test.each<[Filter, number[]]>([
    [{ key: 'name', operator: 'Contains', value: 'APPLE' }, [1, 2]],
    [{ key: 'name', operator: 'Contains', value: '%' }, [1]],
    [{ key: 'name', operator: 'Contains', value: '_' }, [2]],
    [{ key: 'name', operator: 'Contains', value: '\\' }, [3]],
    [{ key: 'name', operator: 'Contains', value: "o'b" }, [4]],
    [{ key: 'name', operator: 'Contains', value: '果' }, [5]],
    [{ key: 'name', operator: 'Equals', value: 'apple_pie' }, [2]],
    [{ key: 'name', operator: 'NotEquals', value: 'apple_pie' }, [1, 3, 4, 5]],
    [{ key: 'amount', operator: 'Equals', value: '20.5' }, [2]],
    [{ key: 'amount', operator: 'Equals', value: '0.00000001' }, [4]],
    [{ key: 'amount', operator: 'Greater Than', value: 10 }, [2, 5]],
    [{ key: 'amount', operator: 'Greater Than Or Equal', value: 10 }, [1, 2, 5]],
    [{ key: 'amount', operator: 'Less Than', value: 0 }, [3]],
    [{ key: 'amount', operator: 'Less Than Or Equal', value: '-5' }, [3]],
    [{ key: 'amount', operator: 'Between', value: 0, secondValue: 15 }, [1, 4]],
    [{ key: 'amount', operator: 'Between', value: 15 }, [2, 5]],
    [{ key: 'amount', operator: 'Between', secondValue: 0 }, [3]],
    [{ key: 'amount', operator: 'Between' }, [1, 2, 3, 4, 5]],
    [{ key: 'day', operator: 'Between', value: '2026-01-02', secondValue: '2026-01-03' }, [2, 3]],
    [{ key: 'day', operator: 'Greater Than', value: '2026-01-03' }, [4]],
    [{ key: 'at', operator: 'Less Than', value: '2026-01-02T12:00:00Z' }, [1]],
    [{ key: 'at', operator: 'Less Than Or Equal', value: '2026-01-02T12:00:00Z' }, [1, 2]],
    // A day is the whole of it, also where the column holds instants.
    [{ key: 'at', operator: 'Equals', value: '2026-01-03' }, [3]],
    [{ key: 'at', operator: 'Between', value: '2026-01-02', secondValue: '2026-01-03' }, [2, 3]],
    [{ key: 'at', operator: 'Greater Than', value: '2026-01-03' }, [4]],
    [{ key: 'at', operator: 'Less Than Or Equal', value: '2026-01-02' }, [1, 2]],
    [{ key: 'at', operator: 'Greater Than Or Equal', value: '2026-01-03' }, [3, 4]],
    [{ key: 'at', operator: 'Less Than', value: '2026-01-03' }, [1, 2]],
    [{ key: 'at', operator: 'NotEquals', value: '2026-01-03' }, [1, 2, 4, 5]],
    // Without an end, as programs write it.
    [{ key: 'at', operator: 'Less Than Or Equal', value: '9999-12-31' }, [1, 2, 3, 4]],
    [{ key: 'at', operator: 'Equals', value: '9999-12-31' }, []],
    [{ key: 'day', operator: 'Equals', value: '9999-12-31' }, []],
    [{ key: 'day', operator: 'Between', value: '2026-01-03', secondValue: '9999-12-31' }, [3, 4]],
    [{ key: 'at', operator: 'Greater Than', value: '0001-01-01' }, [1, 2, 3, 4]],
    [{ key: 'state', operator: 'Equals', value: 'new' }, [1, 3]],
    [{ key: 'state', operator: 'Equals', value: ['done', 'held'] }, [2, 5]],
    [{ key: 'state', operator: 'Equals', value: [] }, []],
    [{ key: 'state', operator: 'NotEquals', value: ['new', 'done'] }, [4, 5]],
    [{ key: 'state', operator: 'NotEquals', value: 'new' }, [2, 4, 5]],
    [{ key: 'state', operator: 'Equals', value: null }, [4]],
    [{ key: 'state', operator: 'NotEquals', value: null }, [1, 2, 3, 5]],
    [{ key: 'open', operator: 'Equals', value: true }, [1, 3]],
    [{ key: 'open', operator: 'NotEquals', value: true }, [2, 4, 5]],
    [{ key: 'ref', operator: 'Equals', value: ref }, [1]],
    [{ key: 'ref', operator: 'Equals', value: [ref] }, [1]],
  ])('%j', async (filter, expected) => expect(await ids(filter as never)).toEqual(expected))
})

describe('filters that hold filters', () => {
  const apple = { key: 'name', operator: 'Contains', value: 'apple' } as const
  const isNew = { key: 'state', operator: 'Equals', value: 'new' } as const
  const dear = { key: 'amount', operator: 'Greater Than', value: 15 } as const

  test('And, Or, Xor and Not, also where a value is missing', async () => {
    expect(await ids(apple, isNew)).toEqual([1])
    expect(await ids({ operator: 'And', filters: [apple, isNew] })).toEqual([1])
    expect(await ids({ operator: 'Or', filters: [apple, isNew] })).toEqual([1, 2, 3])
    expect(await ids({ operator: 'Xor', filters: [apple, isNew] })).toEqual([2, 3])
    expect(await ids({ operator: 'Xor', filters: [apple, isNew, dear] })).toEqual([3, 5])
    expect(await ids({ operator: 'Not', filters: [isNew] })).toEqual([2, 4, 5])
    expect(await ids({ operator: 'Not', filters: [apple, isNew] })).toEqual([4, 5])
  })

  test('lie three deep and no deeper', async () => {
    const deep = { operator: 'Or', filters: [{ operator: 'And', filters: [apple, dear] }, isNew] } as const
    expect(await ids({ operator: 'Not', filters: [deep] } as never)).toEqual([4, 5])
    const deeper = {
      operator: 'Not',
      filters: [{ operator: 'Not', filters: [{ operator: 'Not', filters: [deep] }] }],
    }
    expect(shape.safeParse({ filters: [deeper] }).success).toBe(false)
  })
})

const times = <T>(length: number, what: T) => Array.from({ length }, () => what)
const some = { key: 'name', operator: 'Equals', value: 'x' }
describe('the contract refuses', () => {
  test.each<[object]>([
    [{ filters: [{ key: 'company_id', operator: 'Equals', value: 'x' }] }],
    [{ filters: [{ key: 'name; drop table x', operator: 'Equals', value: 'x' }] }],
    [{ filters: [{ key: 'name', operator: 'LIKE', value: 'x' }] }],
    [{ filters: [{ key: 'name', operator: 'Equals', value: 5 }] }],
    [{ filters: [{ key: 'amount', operator: 'Equals', value: '1e5' }] }],
    [{ filters: [{ key: 'amount', operator: 'Contains', value: '1' }] }],
    [{ filters: [{ key: 'day', operator: 'Equals', value: '2026-02-30' }] }],
    [{ filters: [{ key: 'ref', operator: 'Equals', value: 'x' }] }],
    [{ filters: [{ operator: 'Or', filters: [] }] }],
    [{ filters: times(6, { operator: 'Or', filters: times(17, some) }) }],
    [{ sort: ['id-asc'] }],
    [{ sort: ['name-up'] }],
    [{ pageNum: 0 }],
    [{ pageSize: 1001 }],
  ])('%j', (input) => expect(shape.safeParse(input).success).toBe(false))
})

describe('pages', () => {
  test('count exactly; one beyond the last is empty', async () => {
    expect((await list({ pageSize: 2 })).pagination).toEqual({
      totalItems: 5,
      totalPages: 3,
      pageSize: 2,
      pageNum: 1,
    })
    const beyond = await list({ pageSize: 2, pageNum: 9 })
    expect([beyond.items, beyond.pagination.totalItems, beyond.pagination.totalPages]).toEqual([[], 5, 3])
    const none = await list({ filters: [{ key: 'name', operator: 'Equals', value: 'nothing' }] })
    expect(none.pagination).toEqual({ totalItems: 0, totalPages: 1, pageSize: 20, pageNum: 1 })
  })

  test('sorted by what is equal never overlap, in either direction', async () => {
    for (const sort of ['state-asc', 'state-desc', 'open-desc', 'at-asc'] as const) {
      const seen = []
      for (let pageNum = 1; pageNum <= 5; pageNum++)
        seen.push(...(await list({ sort: [sort], pageSize: 1, pageNum })).items.map(({ id }) => id))
      expect(
        seen.toSorted((a, b) => a - b),
        sort,
      ).toEqual([1, 2, 3, 4, 5])
    }
    const by = async (...sort: Input['sort'] & object) => (await list({ sort })).items.map(({ id }) => id)
    expect(await by('amount-desc')).toEqual([5, 2, 1, 4, 3])
    expect(await by('state-asc', 'amount-desc')).toEqual([2, 5, 1, 3, 4])
  })

  test('count one by one up to 10,000 and estimate beyond, saying so', async () => {
    const all = (await list({}, crowd)).pagination
    expect(all.isEstimate).toBe(true)
    expect(all.totalItems).toBeGreaterThan(10_000)
    expect(all.totalItems).toBeLessThan(14_000)
    const most = [1, 2, 3, 4, 5].map(String)
    const filters = [{ key: 'state', operator: 'Equals', value: most } as const]
    expect((await list({ filters }, crowd)).pagination).toEqual({
      totalItems: 10_000,
      totalPages: 500,
      pageSize: 20,
      pageNum: 1,
    })
    const end = await list({ filters, pageNum: 500 }, crowd)
    expect([end.items.length, end.pagination.totalItems]).toEqual([20, 10_000])
  })

  test('estimate no fewer rows than those that were read', async () => {
    // Of a sum the planner knows nothing: it expects one row in two hundred.
    const filters: Filter[] = [
      { operator: 'Xor', filters: [{ key: 'name', operator: 'Contains', value: 'many' }] },
    ]
    const { items, pagination } = await list({ filters: filters as never, pageNum: 600 }, crowd)
    expect(items).toHaveLength(20)
    expect(pagination).toMatchObject({ totalItems: 12_001, totalPages: 601, isEstimate: true })
    const beyond = await list({ filters: filters as never, pageNum: 900 }, crowd)
    expect([beyond.items, beyond.pagination.totalItems]).toEqual([[], 10_001])
  })

  test('take as many values as a body can hold', async () => {
    const value = Array.from({ length: 200 }, (_, n) => String(n))
    const many = times(20, { key: 'state', operator: 'Equals', value })
    const filters = times(5, { operator: 'Or', filters: many })
    expect(
      (await list({ filters: filters as never, pageSize: 1 }, crowd)).pagination.totalItems,
    ).toBeGreaterThan(10_000)
  })
})

test('a day begins where the reader is', async () => {
  const filters = [{ key: 'at', operator: 'Equals', value: '2026-01-02' } as const]
  const input = { filters, pageSize: 1 }
  expect((await list(input, crowd)).items).toEqual([])
  let asked = 0
  const calendar = () => Promise.resolve({ timeZone: 'Asia/Kuala_Lumpur', places: {}, asked: asked++ })
  expect((await list({ ...input, calendar } as never, crowd)).items).toHaveLength(1)
  await list({ filters: [{ key: 'state', operator: 'Equals', value: '1' }], calendar } as never, crowd)
  expect(asked).toBe(1)
})

test('a row goes by the day of its own place, every other one by that of the company', async () => {
  const calendar = () => Promise.resolve({ timeZone: 'UTC', places: { [ref]: 'America/Los_Angeles' } })
  const on = async (value: string, operator: 'Equals' | 'NotEquals' = 'Equals') =>
    (await list({ filters: [{ key: 'at', operator, value }], calendar } as never)).items.map(({ id }) => id)
  expect(await on('2025-12-31')).toEqual([1])
  expect(await on('2026-01-01')).toEqual([])
  expect((await on('2025-12-31', 'NotEquals')).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5])
})

test('a day with two midnights begins at the first, a day without one at its first moment', () => {
  expect(startOfDay('2026-11-01', 'America/Havana')).toBe('2026-11-01 00:00:00-04:00')
  expect(startOfDay('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04 01:00:00-02:00')
  expect(startOfDay('9999-12-31', 'Asia/Kuala_Lumpur', 1)).toBe('10000-01-01 00:00:00+08:00')
})

test('a day that no calendar has is refused at its field', () => {
  for (const value of ['0000-01-01', '2026-02-29', '0000-12-31T00:00:00Z'])
    expect(
      shape.safeParse({ filters: [{ key: 'at', operator: 'Equals', value }] }).error?.issues[0]?.path,
    ).toEqual(['filters', 0, 'value'])
})
