import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { yearEndStates, yearEndWorkflow } from './year-end.domain.ts'

export const YearEndDraft = z.strictObject({ toDate: DateOnly })

const YearEnd = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(yearEndStates),
  /** Where its number is from; it is of every branch. */
  branchId: Id,
  fromDate: DateOnly,
  toDate: DateOnly,
  /** In local currency: what was earned less what was spent. */
  currency: z.string(),
  result: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type YearEnd = z.output<typeof YearEnd>

const Line = z.object({
  branchId: Id,
  branchName: z.string(),
  account: z.string(),
  /** What goes to nil in foreign currency. */
  foreign: z.string().nullable(),
  debit: z.string(),
  credit: z.string(),
})

export const YearEndDetail = YearEnd.extend({ lines: z.array(Line), history: z.array(DocumentEvent) })
export type YearEndDetail = z.output<typeof YearEndDetail>

const columns = {
  number: 'String',
  state: 'select',
  branchId: 'Guid',
  toDate: 'Date',
  createdAt: 'Date',
} as const satisfies Columns

const path = '/posaccounting/yearend'
const permission = 'view_period_lock' as const
const acts = actionsOf(yearEndWorkflow, { path, row: YearEndDetail })

/** Results of a fiscal year to retained earnings. */
export const yearEnds = {
  ...listCalls({ path, permission, row: YearEnd, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: YearEndDetail }),
  /** The year that can be closed next, by its last day, with what it comes to now. */
  next: read({
    path: `${path}/next`,
    permission,
    output: z.object({ fromDate: DateOnly, toDate: DateOnly, result: z.string(), currency: z.string() }),
  }),
  create: {
    ...write({
      path: `${path}/create`,
      kind: 'CREATE',
      permission: 'manage_period_lock',
      input: YearEndDraft,
      output: YearEndDetail,
    }),
    movesValue: true,
  },
  /** The mirror of its entry, on the same day: refused once that day is locked, or a later year is closed. */
  reverse: { ...acts.reverse, movesValue: true },
} as const
