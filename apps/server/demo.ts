import { sql } from 'kysely'
import type { Services } from '#kit/server/context.server.ts'
import { type Db, inCompany, type Tx } from '#kit/server/database.server.ts'
import { findUserName } from '#modules/access/public.server.ts'
import { branchRows, counterRows, regionRows } from '#modules/organisation/public.server.ts'
import { createCompany, createPerson, type NewPerson } from './company.ts'

/** The password of every demonstration sign-in. */
export const demoPassword = 'demo1234'
export const demoUserNames = ['admin', 'manager', 'teller', 'compliance', 'accountant', 'auditor'] as const
const demoPlan = 'demonstration'

const regions = [
  {
    code: 'CENTRAL',
    name: 'Central',
    branches: [
      {
        code: 'KLC',
        name: 'Bukit Bintang',
        address: '101 Jalan Bukit Bintang\n55100 Kuala Lumpur',
        phone: '+60321412345',
        counters: ['Counter 1', 'Counter 2', 'Counter 3'],
      },
      {
        code: 'KLS',
        name: 'KL Sentral',
        address: 'Level 1, Stesen Sentral\n50470 Kuala Lumpur',
        phone: '+60322731234',
        counters: ['Counter 1', 'Counter 2'],
      },
    ],
  },
  {
    code: 'NORTH',
    name: 'Northern',
    branches: [
      {
        code: 'PEN',
        name: 'George Town',
        address: '8 Lebuh Pantai\n10300 Pulau Pinang',
        phone: '+6042612345',
        counters: ['Counter 1'],
      },
      {
        code: 'BTW',
        name: 'Butterworth',
        address: '22 Jalan Bagan Luar\n12000 Butterworth',
        phone: '+6043311234',
        counters: ['Counter 1'],
      },
    ],
  },
]

/** Whether a demonstration company, with passwords that everybody knows, is in this database. */
export async function hasDemo(db: Db): Promise<boolean> {
  for (const name of demoUserNames) {
    const found = await inCompany(undefined, () => findUserName(db, name))
    if (!found) continue
    const { rows } = await inCompany(found.companyId, () =>
      sql<{ plan: string }>`select plan from organisation.company`.execute(db),
    )
    if (rows[0]?.plan === demoPlan) return true
  }
  return false
}

/** Makes the demonstration company unless one of its user names is taken already. */
export async function fillDemo(services: Services): Promise<void> {
  for (const name of demoUserNames)
    if (await inCompany(undefined, () => findUserName(services.db, name))) return
  await createCompany(
    services,
    {
      name: 'Straits Exchange Sdn Bhd',
      registrationNumber: '202601012345',
      country: 'MY',
      timeZone: 'Asia/Kuala_Lumpur',
      localCurrency: 'MYR',
      licenceNumber: 'MSB-00001-DEMO',
      licenceExpiry: `${services.now().getUTCFullYear() + 2}-12-31`,
      address: '101 Jalan Bukit Bintang\n55100 Kuala Lumpur',
      phone: '+60321412345',
      email: 'office@straits.example',
      website: 'https://straits.example',
      plan: demoPlan,
    },
    async (tx, roleIds) => {
      const places = await fillOrganisation(tx)
      for (const person of people(places)) await createPerson(tx, person, roleIds)
    },
  )
}

interface Places {
  central: string
  counters: string[]
}

async function fillOrganisation(tx: Tx): Promise<Places> {
  const places: Places = { central: '', counters: [] }
  for (const { branches, ...region } of regions) {
    const { id: regionId } = await regionRows.insert(tx, region)
    if (region.code === 'CENTRAL') places.central = regionId
    for (const { counters, ...branch } of branches) {
      const receiptHeader = `Straits Exchange Sdn Bhd\n${branch.name}`
      const { id: branchId } = await branchRows.insert(tx, { ...branch, regionId, receiptHeader })
      for (const [index, name] of counters.entries()) {
        const { id } = await counterRows.insert(tx, { branchId, code: `C${index + 1}`, name })
        places.counters.push(id)
      }
    }
  }
  return places
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
