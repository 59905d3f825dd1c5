import { sql } from 'kysely'
import type { Services } from '#kit/server/context.server.ts'
import { type Db, inCompany, type Tx } from '#kit/server/database.server.ts'
import { MIGRATION_LOCK } from '#kit/server/migrate.server.ts'
import { modeNames, subCurrencyRows, addUsualCurrency } from '#modules/currencies/public.server.ts'
import { FeeDraft } from '#modules/charges/fees/fees.contract.ts'
import { addFee } from '#modules/charges/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { branchRows, companies, counterRows, regionRows } from '#modules/organisation/public.server.ts'
import { createCompany, createPerson, type NewPerson } from './company.ts'
import { fillCustomers } from './demo-customers.ts'
import { fillRates, type Market } from './demo-rates.ts'

/** The password of every demonstration sign-in. */
export const demoPassword = 'demo1234'
export const demoUserNames = ['admin', 'manager', 'teller', 'compliance', 'accountant', 'auditor'] as const
const demoPlan = 'demonstration'
const companyName = 'Straits Exchange Sdn Bhd'
const licenceNumber = 'MSB-00001-DEMO'

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
/** The codes of the branches that the demonstration makes, and in which alone it trades. */
export const demoBranches: ReadonlySet<string> = new Set(
  regions.flatMap(({ branches }) => branches.map(({ code }) => code)),
)

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
      const places = await fillOrganisation(tx)
      await fillCurrencies(tx)
      await fillRates(tx, companyId, { author: 'Aisyah Rahman', now: services.now(), market })
      for (const person of people(places)) await createPerson(tx, person, roleIds)
      await fillCustomers(tx)
      await fillFees(tx, services.now())
      await sayWelcome(tx, expiry.split('-').toReversed().join('/'))
    },
  )
}

const traded = `USD EUR GBP SGD AUD NZD JPY CNY HKD TWD KRW THB IDR PHP VND BND INR BDT PKR LKR SAR AED CHF CAD`

/** What is traded, the most asked for first; dollars by the size and age of the note. */
async function fillCurrencies(tx: Tx): Promise<void> {
  const ids = new Map<string, string>()
  for (const code of traded.split(' ')) ids.set(code, await addUsualCurrency(tx, code))
  const currencyId = ids.get('USD') ?? ''
  const parts: {
    code: string
    name: string
    kind: 'largeNotes' | 'smallNotes' | 'oldSeries'
    faceValues: string[]
  }[] = [
    { code: 'USD-L', name: 'USD 50 and 100', kind: 'largeNotes', faceValues: ['50', '100'] },
    { code: 'USD-S', name: 'USD 1 to 20', kind: 'smallNotes', faceValues: ['1', '2', '5', '10', '20'] },
    { code: 'USD-O', name: 'USD before 2013', kind: 'oldSeries', faceValues: ['50', '100'] },
  ]
  for (const { faceValues, ...part } of parts)
    await subCurrencyRows.insert(tx, {
      ...part,
      currencyId,
      hasOwnStock: part.kind === 'oldSeries',
      faceValues: JSON.stringify(faceValues),
    })
}

/** What the bank charges for cards is handed on. */
async function fillFees(tx: Tx, now: Date): Promise<void> {
  const card = [...(await modeNames(tx, 'payment'))].find(([, name]) => name === 'Card')
  const draft = FeeDraft.parse({
    name: 'Payment by card',
    priority: 100,
    modeId: card?.[0],
    kind: 'percent',
    percent: '0.015',
    minimum: '2',
    isWaivable: true,
  })
  await addFee(tx, draft, { authorId: null, author: 'Aisyah Rahman', at: now.toISOString() })
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
      const receiptHeader = `${companyName}\n${branch.name}`
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
