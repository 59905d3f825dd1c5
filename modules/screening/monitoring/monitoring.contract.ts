import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { Because, Id, Instant } from '#kit/contract/shapes.contract.ts'
import { dataSources, screeningStates } from '../screenings/screenings.domain.ts'

/** A customer who is matched against each new version of the lists of a data source. */
export const Monitored = z.object({
  id: Id,
  version: z.int(),
  customerId: Id,
  customerName: z.string(),
  customerType: z.int(),
  dataSource: z.enum(dataSources),
  isEnabled: z.boolean(),
  since: Instant,
  byName: z.string(),
  /** The last screening, and when the lists were last asked for this customer. */
  lastScreeningId: Id.nullable(),
  lastState: z.enum(screeningStates).nullable(),
  lastRunAt: Instant.nullable(),
  /** The versions of the lists that were asked by then. */
  lists: z.array(z.object({ list: z.string(), number: z.int() })),
  /** Screenings in which somebody has to decide; null for whoever may not know. */
  openAlerts: z.int().nullable(),
})
export type Monitored = z.output<typeof Monitored>

const columns = {
  dataSource: 'select',
  isEnabled: 'Boolean',
  customerId: 'Guid',
  since: 'Date',
} as const satisfies Columns

const path = '/poscompliance/screening'
const Chosen = z.strictObject({
  /** The customer's. */
  id: Id,
  dataSource: z.enum(dataSources),
  note: Because,
})

export const monitoring = {
  listOgm: read({
    path: `${path}/listOgm`,
    method: 'POST',
    permission: ['perform_screening', 'view_screening_ongoing_monitoring'],
    input: listQuery(columns),
    output: pageOf(Monitored),
    columns,
  }),
  exportOgm: write({
    path: `${path}/exportOgm`,
    kind: 'PRINT',
    stepUp: true,
    permission: ['perform_screening', 'manage_screening'],
    input: listQuery(columns),
    output: z.unknown(),
    download: true,
  }),
  enableOgm: write({
    path: `/v2${path}/enableOgm`,
    kind: 'UPDATE',
    permission: 'manage_screening',
    input: Chosen,
    output: Monitored,
  }),
  disableOgm: write({
    path: `/v2${path}/disableOgm`,
    kind: 'UPDATE',
    permission: 'manage_screening',
    input: Chosen,
    output: Monitored,
  }),
}
