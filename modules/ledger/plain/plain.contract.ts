import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { DateOnly } from '#kit/contract/shapes.contract.ts'
import { plainFormats } from './plain.domain.ts'

export const PlainAsk = z.strictObject({ from: DateOnly, to: DateOnly, format: z.enum(plainFormats) })
export type PlainAsk = z.output<typeof PlainAsk>

export const plainJournal = {
  /** The journal of a period as plain-text accounting, which other programs read and add up themselves. */
  export: read({
    path: '/posaccounting/generalledger/exportText',
    permission: 'view_ledger',
    input: PlainAsk,
    output: z.unknown(),
    download: true,
  }),
}
