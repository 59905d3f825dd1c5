import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { migrationsDir } from '#apps/server/database.ts'
import { migrate } from '#kit/server/migrate.server.ts'
import { testDatabase } from '#kit/test/database.ts'
import { withClient } from '#kit/server/prepare.server.ts'
import { identityOf } from '../imports/twins.domain.ts'
import { numberKey } from './numbers.domain.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

describe('the key of a number', () => {
  test('joins what differs by width, case, separators or the script of digits, and nothing else', () => {
    for (const same of [
      'ab-123 456',
      'AB/123.456',
      '\uFF21\uFF22\uFF11\uFF12\uFF13\uFF14\uFF15\uFF16',
      'a\u200Bb\u00AD123\u2013456',
      'AB\u0661\u0662\u0663\u06F4\u06F5\u06F6',
    ])
      expect(numberKey(same), same).toBe('ab123456')
    const [one = '', other = ''] = ['\u519B\u5B57\u7B2C2001988\u53F7', '\u58EB\u5B57\u7B2C2001988\u53F7'].map(
      numberKey,
    )
    expect(one).not.toBe(other)
    expect(numberKey('\u0411\u041D 123')).not.toBe(numberKey('123'))
    expect(numberKey(' -/. ')).toBe('')
  })

  test('is the same in a file as in the form', () => {
    const paper = (idNumber: string) => identityOf({ idType: 'MILITARY', idNumber, idIssuingCountry: 'CN' })
    expect(paper('\u519B\u5B57\u7B2C12')).not.toBe(paper('\u58EB\u5B57\u7B2C12'))
    expect(paper('\uFF11\uFF12 \u519B')).toBe(paper('12\u519B'))
  })

  // Letters that only the newest Unicode has are left out: the database may not know them yet.
  test('is the same in the database', async () => {
    const odd = fc.constantFrom(
      ...Array.from(
        '\u00DF\u0131\u0130\uFB01\u2163\u2460\u00B2\u00BD\u0130\u01C6\u0E51\u17E3\u0669\uFF21\u3007\u0640\u200B\u00AD\u3164\uFF0D\u30FC\u03C2\u03C3\u0390',
      ),
    )
    const texts = fc
      .sample(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.string({
            unit: fc.oneof(
              odd,
              fc.constantFrom(...Array.from('aZ09 -/.')),
              fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
            ),
          }),
        ),
        { numRuns: 3000, seed: 7 },
      )
      .filter((text) => !/[\0\p{Cs}\p{Cn}\p{Co}\u{10000}-\u{1FFFF}]/u.test(text))
    const rows = await app.owner<{ text: string; key: string }>(
      'select t as text, customers.number_key(t) as key from unnest($1::text[]) t',
      [texts],
    )
    expect(rows.length).toBeGreaterThan(700)
    for (const { text, key } of rows) expect(key, JSON.stringify(text)).toBe(numberKey(text))
  })
})

test('numbers that were two and become one are both kept, and no third is taken', async () => {
  const database = (await testDatabase('template0')).owner
  const text = (name: string) => join(migrationsDir, name)
  const names = readdirSync(migrationsDir).toSorted()
  const dir = mkdtempSync(join(tmpdir(), 'agio-keys-'))
  for (const name of names) copyFileSync(text(name), join(dir, name))
  const before = Number(names.find((name) => name.includes('number_keys'))?.slice(0, 4)) - 1
  await withClient(database, async (client) => {
    await migrate(client, { dir, upTo: before })
    const company = randomUUID()
    await client.query("select set_config('app.company_id', $1, false)", [company])
    await client.query(
      "insert into organisation.company (company_id, name, country, time_zone, local_currency) values ($1, 'X', 'MY', 'UTC', 'MYR')",
      [company],
    )
    const holder = randomUUID()
    await client.query(
      "insert into customers.customer (company_id, id, customer_type, name) values ($1, $2, 1, 'X')",
      [company, holder],
    )
    const insert = (number: string) =>
      client.query(
        "insert into customers.document (company_id, customer_id, id_type, id_number, id_issuing_country) values ($1, $2, 'PASSPORT', $3, 'CN')",
        [company, holder, number],
      )
    const incorporate = (number: string) =>
      client.query(
        "insert into customers.customer (company_id, customer_type, name, registration_number, country_of_incorporation) values ($1, 2, 'X', $2, 'CN')",
        [company, number],
      )
    for (const number of ['A12', '\uFF2112', 'A\uFF11\u0662']) {
      await insert(number)
      await incorporate(number)
    }
    await migrate(client, { dir })
    const { rows } = await client.query<{ count: string }>(
      "select count(*) from customers.document where number_key = 'a12' union all select count(*) from customers.customer where registration_key = 'a12'",
    )
    expect(rows.map(({ count }) => Number(count))).toEqual([3, 3])
    await expect(insert('a-12')).rejects.toThrow('document_number_key')
    await expect(incorporate('a-12')).rejects.toThrow('customer_registration_key')
  })
})
