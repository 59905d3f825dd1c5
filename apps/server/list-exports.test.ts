import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Contract } from '#kit/contract/endpoint.contract.ts'
import { readContracts } from './openapi/contracts.ts'
import { modules } from './modules.ts'
import { type TestApp, testApp } from './test-app.ts'

// Every list of documents is taken away as a workbook, in the words of its screen.

const all = modules.flatMap(({ routers }) => routers.map(({ contract }) => contract))
const { names } = await readContracts()
const nameOf = (contract: Contract) => names.get(contract)?.name ?? '?'

/** Rows that have states and acts, and are no documents of the trade. */
const others = ['apiKeys', 'duplicateReviews', 'reportCandidates', 'users', 'webhooks', 'whitelist']

/** A document has a state, and says what may be done with it. */
function isOfDocuments({ list }: Contract): boolean {
  const items = list?.output instanceof z.ZodObject ? (list.output.shape['items'] as unknown) : undefined
  const row = items instanceof z.ZodArray ? items.element : undefined
  return row instanceof z.ZodObject && 'state' in row.shape && 'can' in row.shape
}
/** A list by pages whose workbook takes what it takes; a report is no list. */
const hasExport = ({ list, export: file }: Contract) =>
  list?.columns !== undefined && file?.input === list.input

test('every list of a kind of document has its workbook beside it, for the same people', () => {
  const documents = all.filter(isOfDocuments)
  expect(documents.length).toBeGreaterThan(25)
  const without = documents.filter((one) => !hasExport(one)).map(nameOf)
  expect(without.toSorted()).toEqual(others)
  for (const { list, export: file } of all.filter(hasExport)) {
    expect(file?.permission, file?.path).toEqual(list?.permission)
    expect([file?.method, file?.download, file?.path]).toEqual([
      'POST',
      true,
      list?.path.replace(/list$/, 'export'),
    ])
  }
})

describe('in the demonstration company', () => {
  let app: TestApp
  let authorization: string
  beforeAll(async () => {
    app = await testApp()
    authorization = `Bearer ${(await app.signIn('admin')).login.userInfo.accessToken}`
  })
  afterAll(() => app.stop())

  async function rowsOf(path: string, language: string) {
    const reply = await app.http.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { authorization, 'accept-language': language },
      payload: {},
    })
    expect(reply.statusCode, `${path}: ${reply.body.slice(0, 300)}`).toBe(200)
    const rows = await Array.fromAsync(streamXlsxRows(reply.rawPayload))
    return rows.map(({ values }) => values.map((value) => value ?? ''))
  }

  test.each(all.filter(hasExport).map((contract) => [nameOf(contract), contract.export?.path ?? '']))(
    '%s: the titles of its columns are translated, each once',
    async (_, path) => {
      const [english = []] = await rowsOf(path, 'en')
      const [chinese = []] = await rowsOf(path, 'zh-TW')
      expect(english.length).toBeGreaterThan(3)
      expect(chinese).toHaveLength(english.length)
      for (const title of [...english, ...chinese]) {
        expect(title).not.toBe('')
        // A key would stay as it is: `fields.number`, `createdAt`.
        expect(title).not.toMatch(/\w\.\w|^[a-z]+[A-Z]?\w*$|\{\{/)
      }
      // Abbreviations such as BIC are the same.
      for (const title of chinese) if (title !== 'BIC') expect(title).toMatch(/\p{Script=Han}/u)
      expect(new Set(english).size, english.join(', ')).toBe(english.length)
    },
  )
})
