import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { payeeExpenses } from './expenses.contract.ts'

// What holds of the workbook of every list of documents, shown by one of them.

let app: TestApp
let books: Call
const tokens: Record<string, string> = {}
const count = 2450
/** What a spreadsheet would take for a formula. */
const names = ['=1+1', '+1', '-1', '@SUM(A1)']

beforeAll(async () => {
  app = await testApp()
  const admin = await app.signIn('admin')
  books = admin.call
  tokens['admin'] = admin.login.userInfo.accessToken
  const [first = '', second = ''] = (await books(branches.list, {})).body.items.map(({ id }) => id)
  for (const [userName, role, workspaceId] of [
    ['here', 'branch_manager', first],
    ['there', 'branch_manager', second],
    ['cashier', 'teller', first],
  ] as const) {
    await app.addUser({ userName, roles: [role], workspaces: [{ type: 2, workspaceId }] })
    tokens[userName] = (await app.signIn(userName)).login.userInfo.accessToken
  }
  // Many are of one moment: only their ids keep them in one order over the pages.
  await app.owner(
    `with c as (select company_id from organisation.branch where id = $1),
      p as (insert into bank.payee (company_id, code, name, kind)
        select company_id, 'X' || n, ($2::text[])[n], 'supplier' from c, generate_series(1, 4) n
        returning company_id, id, name)
      insert into bank.expense (company_id, number, state, branch_id, payee_id, invoice, business_date, due_date,
        is_included, net, tax, total, created_at, author_id, author, editor_id)
      select p.company_id, '0' || lpad(n::text, 5, '0'), case when n % 10 = 0 then 'draft' else 'posted' end, $1, p.id,
        '00' || n, '1999-03-01', '1999-03-31', true, n, 0.5, n + 0.5,
        '1999-03-01T20:00:00Z'::timestamptz + (n / 700) * interval '1 hour', uuidv7(), 'Books', uuidv7()
      from generate_series(1, ${count}) n join p on p.name = ($2::text[])[n % 4 + 1]`,
    [first, names],
  )
}, 120_000)
afterAll(() => app.stop())

const old = { key: 'businessDate', operator: 'Equals', value: '1999-03-01' } as const

async function take(who: string, { filters = [], ...rest }: { filters?: object[]; sort?: string[] } = {}) {
  const reply = await app.http.inject({
    method: 'POST',
    url: `/api${payeeExpenses.export.path}`,
    headers: { authorization: `Bearer ${tokens[who]}` },
    payload: { filters: [old, ...filters], ...rest },
  })
  const file = String(reply.headers['content-disposition'])
  const [head = [], ...rows] =
    reply.statusCode === 200
      ? (await Array.fromAsync(streamXlsxRows(reply.rawPayload))).map(({ values }) => values)
      : []
  return { status: reply.statusCode, file, head, rows, numbers: rows.map(([number]) => number) }
}

test('all that the list has comes whole and in its order, over more than two pages', async () => {
  const { numbers, head, file } = await take('admin', { sort: ['createdAt-asc'] })
  expect(file).toMatch(/bank-expenses-\d{4}-\d\d-\d\d\.xlsx/)
  expect(head.slice(0, 3)).toEqual(['Number', 'Payee', 'Invoice'])
  const listed: string[] = []
  for (const pageNum of [1, 2, 3]) {
    const asked = { filters: [old], sort: ['createdAt-asc' as const], pageNum, pageSize: 1000 }
    listed.push(...(await books(payeeExpenses.list, asked)).body.items.map(({ number }) => number))
  }
  expect(new Set(numbers).size).toBe(count)
  expect(numbers).toEqual(listed)
  const { numbers: descending } = await take('admin', { sort: ['number-desc'] })
  expect(descending).toEqual(listed.toSorted().toReversed())
})

test('its filters hold, and one of a column that the list cannot be filtered by is refused', async () => {
  const drafts = { key: 'state', operator: 'Equals', value: 'draft' }
  const { rows } = await take('admin', { filters: [drafts] })
  expect(rows).toHaveLength(count / 10)
  const { numbers } = await take('admin', {
    filters: [drafts, { key: 'number', operator: 'Contains', value: '0012' }],
    sort: ['number-asc'],
  })
  expect(numbers).toEqual(['000120', ...Array.from({ length: 10 }, (_, n) => `0012${n}0`)])
  const author = { key: 'author', operator: 'Equals', value: 'Books' }
  expect((await take('admin', { filters: [author] })).status).toBe(400)
})

test('a person takes away what the list shows them: nothing of another branch, nothing without the right', async () => {
  expect((await take('here')).rows).toHaveLength(count)
  expect(await take('there')).toMatchObject({ status: 200, rows: [] })
  expect((await take('cashier')).status).toBe(403)
})

test('amounts are numbers, numbers of documents are text, and no name becomes a formula', async () => {
  const { head, rows } = await take('admin', { sort: ['number-asc'] })
  const at = (title: string) => head.indexOf(title)
  const [one, two, three, four] = rows
  expect([one, two, three, four].map((row) => row?.[at('Payee')])).toEqual(['+1', '-1', '@SUM(A1)', '=1+1'])
  expect(one?.[at('Number')]).toBe('000001')
  expect(one?.[at('Invoice')]).toBe('001')
  expect(one?.[at('Total')]).toBe(1.5)
  expect(one?.[at('State')]).toBe('Posted')
  // By the calendar of its branch.
  expect(one?.[at('Made at')]).toMatch(/^1999-03-02 04:00:00 \+08:00$/)
})
