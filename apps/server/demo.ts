import { sql } from 'kysely'
import type { Services } from '#kit/server/context.server.ts'
import { type Db, inCompany, type Tx } from '#kit/server/database.server.ts'
import { MIGRATION_LOCK } from '#kit/server/migrate.server.ts'
import { fillFees } from '#modules/charges/demo.server.ts'
import { fillCurrencies } from '#modules/currencies/demo.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { fillOrganisation, type Places, regions } from '#modules/organisation/demo.server.ts'
import { companies } from '#modules/organisation/public.server.ts'
import { createCompany, createPerson, type NewPerson } from './company.ts'
import { fillCustomers } from '#modules/customers/demo.server.ts'
import { fillRates, type Market } from '#modules/rates/demo.server.ts'

/** The password of every demonstration sign-in. */
export const demoPassword = 'demo1234'
export const demoUserNames = ['admin', 'manager', 'teller', 'compliance', 'accountant', 'auditor'] as const
const demoPlan = 'demonstration'
const companyName = 'Straits Exchange Sdn Bhd'
const licenceNumber = 'MSB-00001-DEMO'

/** Whether a demonstration company, with passwords that everybody knows, is in this database. */
export const hasDemo = async (db: Db): Promise<boolean> => (await plans(db)).includes(demoPlan)

/** The demonstration company, where there is one. */
export const demoCompany = async (db: Db): Promise<string | undefined> =>
  (await inCompany(undefined, () => companies(db))).find(({ name }) => name === companyName)?.id

/** The plans of all companies; none where there is no company yet. */
const plans = async (db: Db): Promise<string[]> => {
  const { rows } = await inCompany(undefined, () =>
    sql<{ plan: string }>`select plan from organisation.plans() plan`.execute(db),
  )
  return rows.map(({ plan }) => plan)
}

/** Makes the demonstration company where there is no company at all; of servers that start together, one makes it. */
export const fillDemo = (services: Services, market?: Market): Promise<void> =>
  services.db.connection().execute(async (lock) => {
    const key = sql.raw(MIGRATION_LOCK)
    await sql`select pg_advisory_lock(${key})`.execute(lock)
    try {
      if ((await plans(services.db)).length === 0) await makeDemo(services, market)
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(lock)
    }
  })

async function makeDemo(services: Services, market?: Market): Promise<void> {
  const expiry = `${services.now().getUTCFullYear() + 2}-12-31`
  await createCompany(
    services,
    {
      name: companyName,
      registrationNumber: '202601012345',
      country: 'MY',
      timeZone: 'Asia/Kuala_Lumpur',
      localCurrency: 'MYR',
      taxNumber: '',
      licenceNumber,
      licenceExpiry: expiry,
      address: '101 Jalan Bukit Bintang\n55100 Kuala Lumpur',
      phone: '+60321412345',
      email: 'office@straits.example',
      website: 'https://straits.example',
      plan: demoPlan,
    },
    async (tx, roleIds, companyId) => {
      const places = await fillOrganisation(tx, companyName)
      await fillCurrencies(tx)
      await fillRates(tx, companyId, { author: 'Aisyah Rahman', now: services.now(), market })
      for (const person of people(places)) await createPerson(tx, person, roleIds)
      await fillCustomers(tx, services.now())
      await fillFees(tx, services.now())
      await sayWelcome(tx, expiry.split('-').toReversed().join('/'))
    },
  )
}

/** The first messages in the administrator's panel. */
async function sayWelcome(tx: Tx, until: string): Promise<void> {
  const branches = regions.flatMap((region) => region.branches)
  const counters = branches.flatMap((branch) => branch.counters).length
  const made = { company: companyName, branches: branches.length, counters, people: demoUserNames.length }
  const to = { roles: ['company_administrator'] }
  const values = { number: licenceNumber, until }
  await notify(tx, { to, type: 'DOCUMENT', text: 'demo.licence', values })
  await notify(tx, { to, type: 'SUCCESS', text: 'demo.ready', values: made })
  await notify(tx, { to, type: 'WARNING', text: 'demo.passwords' })
}

function people({ central, counters }: Places): NewPerson[] {
  const whole = [{ type: 0 as const, workspaceId: null }]
  const seats = counters.slice(0, 2).map((workspaceId) => ({ type: 3 as const, workspaceId }))
  const person = (
    userName: (typeof demoUserNames)[number],
    names: [string, string],
    role: string,
    places: NewPerson['places'] = [],
  ): NewPerson => ({
    userName,
    firstName: names[0],
    lastName: names[1],
    email: `${userName}@straits.example`,
    password: demoPassword,
    role,
    places,
  })
  return [
    person('admin', ['Aisyah', 'Rahman'], 'company_administrator', whole),
    person('manager', ['Daniel', 'Tan'], 'branch_manager', [{ type: 1, workspaceId: central }]),
    person('teller', ['Mei Ling', 'Wong'], 'teller', seats),
    person('compliance', ['Priya', 'Nair'], 'compliance_officer', whole),
    person('accountant', ['Hafiz', 'Ismail'], 'accountant', whole),
    person('auditor', ['Grace', 'Lim'], 'auditor'),
  ]
}
