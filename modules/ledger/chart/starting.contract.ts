import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { startingCountries } from './starting.domain.ts'

const Named = z.object({ code: z.string(), name: z.string() })

const StartingLoad = z.object({
  /** Nothing was written. */
  isTrial: z.boolean(),
  /** By their whole path. */
  groups: z.array(z.string()),
  added: z.array(Named),
  /** Seeded ledgers that come into a group, or that the country calls otherwise. */
  changed: z.array(Named),
  /** Codes of the chart that are there under another name, which stays. */
  kept: z.array(z.object({ ...Named.shape, wanted: z.string() })),
})
export type StartingLoad = z.output<typeof StartingLoad>

export const startingCharts = {
  /** The chart of the country of the company, while nothing is posted and something of it is missing. */
  offer: read({
    path: '/posaccounting/ledger/startingChartOffer',
    permission: 'view_ledger',
    output: z.object({
      offer: z.object({ country: z.enum(startingCountries), found: StartingLoad }).nullable(),
    }),
  }),
  /** What a country adds to the chart; only while nothing is posted. What is there already stays as it is. */
  load: write({
    path: '/posaccounting/ledger/loadStartingChart',
    kind: 'UPDATE',
    permission: 'manage_ledger',
    input: z.strictObject({ country: z.enum(startingCountries), isTrial: z.boolean().default(true) }),
    output: StartingLoad,
  }),
}
