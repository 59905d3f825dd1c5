import type { Tx } from '#kit/server/database.server.ts'
import { branchRows, counterRows, regionRows } from './public.server.ts'

/** The regions of the demonstration, with their branches and counters. */
export const regions = [
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

/** What the demonstration's people are placed at. */
export interface Places {
  central: string
  counters: string[]
}

/** Makes its regions, branches and counters. */
export async function fillOrganisation(tx: Tx, companyName: string): Promise<Places> {
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
