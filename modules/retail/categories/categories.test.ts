import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { categories } from './categories.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('a category is made, found, changed, disabled and deleted', async () => {
  const { call } = await app.signIn('admin')
  const made = await call(categories.create, { code: 'first', name: 'The first' })
  expect(made).toMatchObject({ status: 200, body: { code: 'FIRST', version: 1, isEnabled: true } })
  const { id } = made.body

  const found = await call(categories.list, {
    filters: [{ key: 'code', operator: 'Contains', value: 'irs' }],
  })
  expect(found.body.items.map((row) => row.id)).toEqual([id])

  const changed = await call(categories.update, { id, version: 1, code: 'FIRST', name: 'Another name' })
  expect(changed.body).toMatchObject({ name: 'Another name', version: 2 })
  expect((await call(categories.disable, { id, version: 1 })).status).toBe(409)
  expect((await call(categories.disable, { id, version: 2 })).body).toMatchObject({ isEnabled: false })

  expect((await call(categories.delete, { id, version: 3 })).status).toBe(200)
  expect((await call(categories.getById, { id })).status).toBe(404)
})

test('two categories cannot have one code', async () => {
  const { call } = await app.signIn('admin')
  expect((await call(categories.create, { code: 'same', name: 'One' })).status).toBe(200)
  const again = await call(categories.create, { code: 'SAME', name: 'Other' })
  expect(again).toMatchObject({
    status: 409,
    error: { code: 'DUPLICATE', invalidParams: [{ field: 'code' }] },
  })
})

test('a category does not stand below itself, and one with others in it is not removed', async () => {
  const { call } = await app.signIn('admin')
  const make = async (code: string, parentId: string | null) =>
    (await call(categories.create, { code, name: code, parentId })).body
  const top = await make('TOP', null)
  const middle = await make('MIDDLE', top.id)
  const low = await make('LOW', middle.id)
  const circle = await call(categories.update, {
    id: top.id,
    version: 1,
    code: 'TOP',
    name: 'Top',
    parentId: low.id,
  })
  expect(circle.error).toMatchObject({ code: 'CATEGORY_CIRCLE', invalidParams: [{ field: 'parentId' }] })
  expect((await call(categories.delete, { id: middle.id, version: 1 })).error.code).toBe('CATEGORY_IN_USE')
  expect((await call(categories.getById, { id: low.id })).body.parent).toBe('MIDDLE')
})
