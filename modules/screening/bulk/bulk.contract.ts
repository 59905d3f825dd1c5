import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { TableRead } from '#kit/contract/table-read.contract.ts'
import { ById, Id, Instant, Versioned } from '#kit/contract/shapes.contract.ts'
import { dataSources } from '../screenings/screenings.domain.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const bulkStates = ['waiting', 'running', 'finished', 'failed', 'cancelled'] as const

/** A file of names that is screened row by row; nobody in it becomes a customer. */
export const Bulk = z.object({
  id: Id,
  version: z.int(),
  dataSource: z.enum(dataSources),
  fileName: z.string(),
  ...TableRead.shape,
  state: z.enum(bulkStates),
  /** Why it failed, in words. */
  failure: z.string(),
  total: z.int(),
  done: z.int(),
  withHits: z.int(),
  /** Rows that could not be screened, each said so in the result. */
  faulty: z.int(),
  /** Lists that were too old, or never loaded: no row is clear by them. */
  stale: z.array(z.string()),
  hasResult: z.boolean(),
  byName: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
})
export type Bulk = z.output<typeof Bulk>

const columns = {
  fileName: 'String',
  dataSource: 'select',
  state: 'select',
  createdAt: 'Date',
} as const satisfies Columns

const path = '/poscompliance/bulkscreening'
const permission = 'perform_screening'
/** Whoever may only send files sees their own. */
const view = ['perform_screening', 'view_screening'] as const

export const bulk = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission: view,
    input: listQuery(columns),
    output: pageOf(Bulk),
    columns,
  }),
  getById: read({ path: `${path}/getById`, permission: view, input: ById, output: Bulk }),
  upload: write({
    path: `${path}/upload`,
    kind: 'CREATE',
    permission,
    input: z.strictObject({ dataSource: z.enum(dataSources) }),
    upload: { maxBytes: 104_857_600, types: [xlsx, 'text/csv'] },
    output: Bulk,
  }),
  cancel: write({ path: `${path}/cancel`, kind: 'CANCEL', permission, input: Versioned, output: Bulk }),
  /** The file again, with what was found in each row. */
  result: write({
    path: `${path}/result`,
    kind: 'VIEW',
    stepUp: true,
    permission: ['perform_screening', 'manage_screening'],
    input: ById,
    output: z.unknown(),
    download: true,
  }),
  /** An empty file with the columns. */
  template: write({
    path: `${path}/template`,
    kind: 'VIEW',
    permission,
    output: z.unknown(),
    download: true,
  }),
}
