import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { exportList } from './workbooks.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('rows that leave the list while it is read push none of the others out of the workbook', async () => {
  const { companyId } = (await app.signIn('admin')).login.company
  const rows = Array.from({ length: 2500 }, (_, n) => ({ id: `row ${n}`, number: `${n}`, branchId: null }))
  const now = [...rows]
  const pageOf = ({ input: { pageNum, pageSize } }: Ctx<ListInput>) => {
    const page = now.slice((pageNum - 1) * pageSize, pageNum * pageSize)
    // What was read is decided on, and gone from the first page.
    if (pageSize > 1 && now.length > 2490) now.splice(5, 5)
    return Promise.resolve(page)
  }
  const ctx = {
    input: { filters: [] },
    language: 'en',
    now: app.services.now(),
    services: app.services,
    actor: { companyId },
  }
  const sheet = ['bank:expenses', { number: 'text' }] as const
  const file = await exportList(ctx as unknown as Ctx<ListInput>, sheet as never, pageOf as never)
  const chunks: Uint8Array[] = []
  for await (const chunk of file.stream as AsyncIterable<Uint8Array>) chunks.push(chunk)
  const found = (await Array.fromAsync(streamXlsxRows(Buffer.concat(chunks)))).slice(1)
  expect(new Set(found.map(({ values }) => values[0]))).toEqual(new Set(rows.map(({ number }) => number)))
  expect(found).toHaveLength(2500)
})
