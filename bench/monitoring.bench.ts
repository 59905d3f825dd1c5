import { randomUUIDv7 } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createApp } from '#apps/server/app.ts'
import { migrationsDir, openPlace } from '#apps/server/database.ts'
import { fillDemo } from '#apps/server/demo.ts'
import { readSettings } from '#apps/server/settings.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { prepare } from '#kit/server/prepare.server.ts'
import { insertCustomers } from '#modules/customers/public.server.ts'
import { individual } from '#modules/customers/profiles/profiles.domain.ts'
import { matchNew } from '#modules/screening/public.server.ts'
import { loadListForAll } from '#modules/watchlists/public.server.ts'
import { generateNames, seedRandom } from './screening-names.ts'
import { table, withFolder } from './tools.ts'

// Monitored customers against what a new version of a list adds: 150 entries, of which every tenth is a customer's name.

const most = Number(process.env['BENCH_ROWS'] ?? 500_000)
const added = 150
const listed: string[] = []

await withFolder(async (folder) => {
  const settings = readSettings({ AGIO_DATA_DIR: folder })
  const place = await openPlace(settings, () => undefined)
  await prepare(place, migrationsDir, () => undefined)
  const app = await createApp({ settings, runtime: place.runtime, log: pino({ level: 'silent' }) })
  const owner = new pg.Client(place.owner)
  await owner.connect()
  try {
    await fillDemo(app.services)
    const { rows } = await owner.query<{ companyId: string }>(
      `select company_id as "companyId" from access.directory limit 1`,
    )
    const companyId = rows[0]?.companyId ?? ''
    await load(1, [])
    const out: string[][] = []
    let there = 0
    let number = 1
    const names = generateNames(most, seedRandom(7))
    for (const size of [most / 100, most / 10, most]) {
      const chosen: string[] = []
      while (there < size) {
        const made = Array.from(
          { length: Math.min(5000, size - there) },
          () => names.next().value?.names[0]?.text ?? '',
        )
        chosen.push(...made.slice(0, 1))
        await inCompany(companyId, () =>
          app.services.db.transaction().execute((tx) =>
            insertCustomers(
              tx,
              made.map((name) => ({ id: randomUUIDv7(), customerType: individual, values: { name } })),
            ),
          ),
        )
        there += made.length
      }
      await owner.query(
        `set app.company_id = '${companyId}';
         insert into screening.monitoring (company_id, customer_id, data_source, is_enabled, since)
           select company_id, id, 'unsc', true, now() from customers.customer on conflict do nothing;
         analyze customers.customer; analyze customers.document; analyze screening.monitoring`,
      )
      number += 1
      const versionId = await load(number, chosen)
      const began = performance.now()
      const done = await inCompany(companyId, () => matchNew(app.services, companyId, versionId))
      const seconds = (performance.now() - began) / 1000
      out.push([
        String(done?.customers ?? 0),
        String(added),
        String(done?.hits ?? 0),
        seconds.toFixed(1),
        ((seconds / (done?.customers ?? 1)) * 1e6).toFixed(0),
      ])
    }
    table(['customers', 'entries', 'hits', 's (aim 60 for 500,000)', 'µs a customer'], out)
  } finally {
    await owner.end()
    await app.stop()
    await place.stop()
  }

  /** A version of the UN list with everything of the ones before it and 150 entries more; answers its id. */
  async function load(number: number, customers: readonly string[]): Promise<string> {
    const invented = [...generateNames(added, seedRandom(number))].map(({ names: [one] }) => one?.text ?? '')
    for (const [at, name] of customers.slice(0, added / 10).entries()) invented[at * 10] = name
    listed.push(...invented)
    const people = listed.map(
      (name, at) => `<INDIVIDUAL><DATAID>${at + 1}</DATAID><FIRST_NAME>${name}</FIRST_NAME></INDIVIDUAL>`,
    )
    const path = join(folder, 'un.xml')
    await writeFile(
      path,
      `<CONSOLIDATED_LIST dateGenerated="2026-01-01T00:00:00Z"><INDIVIDUALS>${people.join('')}</INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`,
    )
    await loadListForAll(app.services, path, { isForced: true })
    const { rows } = await owner.query<{ id: string }>(
      `select id from watchlists.version where list = 'un' order by number desc limit 1`,
    )
    return rows[0]?.id ?? ''
  }
})
