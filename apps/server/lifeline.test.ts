import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { withClient } from '#kit/server/prepare.server.ts'
import { testDatabase } from '#kit/test/database.ts'
import { type Lifeline, lifeline } from './lifeline.ts'

const home = await testDatabase()
const lines: Lifeline[] = []
afterAll(() => Promise.all(lines.map((one) => one.stop())))

const owner = <R>(text: string, values: unknown[] = []) =>
  withClient(home.owner, async (client) => (await client.query(text, values)).rows as R[])
const hold = async (name: string) => {
  const line = lifeline(home.runtime, pino({ level: 'silent' }))
  lines.push(line)
  await line.hold(name)
}
const holders = (name: string) =>
  owner<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = $2)
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 0)`,
    [name, home.name],
  )
const lockedBy = async () =>
  (await owner<{ by: string | null }>('select locked_by as by from jobs._private_jobs order by id')).map(
    ({ by }) => by,
  )

test('jobs of a server that is gone are freed, of one that lives they are not, though its connection was cut', async () => {
  await hold('pool-living')
  for (let n = 0; n < 3; n++) await owner(`select jobs.add_job('test.none')`)
  await owner(`update jobs._private_jobs j set locked_at = now(), locked_by = n.name
    from (select id, (array['pool-living', 'pool-gone'])[row_number() over (order by id)] as name from jobs._private_jobs) n
    where n.id = j.id and n.name is not null`)
  expect(await lockedBy()).toEqual(['pool-living', 'pool-gone', null])
  await hold('pool-further')
  await expect.poll(lockedBy).toEqual(['pool-living', null, null])

  const [before] = await holders('pool-living')
  await owner('select pg_terminate_backend($1)', [before?.pid])
  await expect
    .poll(async () => (await holders('pool-living')).filter(({ pid }) => pid !== before?.pid), {
      timeout: 10_000,
    })
    .toHaveLength(1)
  expect((await lockedBy())[0]).toBe('pool-living')
})
