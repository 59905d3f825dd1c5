import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'

const figure = { kind: 'number' } as const

const DenominationRow = z.strictObject({
  branchId: Id,
  /** Null: the vault. */
  counterId: Id.nullable(),
  place: z.string(),
  itemId: Id,
  code: z.string(),
  flagCode: z.string(),
  /** `unknown`: what of the ledger's quantity nobody has told the notes of. */
  kind: z.enum(['note', 'coin', 'unknown']),
  faceValue: z.string().nullable(),
  count: z.int().nullable(),
  amount: z.string(),
  /** What the ledger has of the currency there; in the last row of each currency. */
  booked: z.string().nullable(),
})
export type DenominationRow = z.output<typeof DenominationRow>
export const denominationReport: Report<DenominationRow> = {
  texts: 'inventory:denominations',
  name: 'denominations',
  columns: [
    { key: 'place', isGroup: true },
    { key: 'code', isHead: true },
    { key: 'kind', kind: 'value' },
    { key: 'faceValue', ...figure },
    { key: 'count', ...figure },
    { key: 'amount', ...figure },
    { key: 'booked', ...figure },
  ],
}
/**
 * The notes and coins that lie at each place, as last counted and moved since; with what is not known by note they come to what the
 * ledger has there.
 */
export const heldDenominations = reportReads({
  path: '/posinventory/report',
  name: 'denominations',
  permission: 'view_stock',
  input: z.strictObject({ branchId: Id.optional(), itemId: Id.optional() }),
  output: z.strictObject({
    rows: z.array(DenominationRow),
    /** So many currencies at places, and of them those of which every note is known. */
    held: z.int(),
    known: z.int(),
  }),
})
