import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './contracts.ts'
import { compile, generateClient } from '../test-client.ts'

const folder = join(root, 'dist/test/client')
beforeAll(() => generateClient(folder), 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(
  'the generated client compiles strictly, and knows what calls take and answer',
  { timeout: 120_000 },
  async () => {
    const said = await compile(
      folder,
      `
    import { Api } from './client.js'
    const api = new Api({ baseUrl: 'https://agio.example/api' })
    export async function act(): Promise<[string, number, string | null]> {
      const login = await api.user.signIn({ username: 'teller', password: 'secret' })
      const regions = await api.poscompany.listRegions({ sort: ['name-asc'] }, { headers: { authorization: login.userInfo.accessToken } })
      const region = await api.poscompany.createRegion({ code: 'NORTH', name: 'North' })
      const deal = await api.postransaction.getDeal({ id: region.id })
      return [region.name, regions.pagination.totalItems + (regions.items[0]?.branchCount ?? 0), deal.number]
    }
  `,
    )
    expect(said).toBe('')
  },
)

test('the generated client refuses what a call does not take', { timeout: 120_000 }, async () => {
  const said = await compile(
    folder,
    `
    import { Api } from './client.js'
    const api = new Api()
    export const wrong = [
      api.poscompany.createRegion({ code: 'NORTH' }),
      api.poscompany.getRegion({ id: 7 }),
      api.poscompany.createRegion(),
    ]
  `,
  )
  expect(said.match(/program\.ts\(\d+,\d+\): error/g)).toHaveLength(3)
})
