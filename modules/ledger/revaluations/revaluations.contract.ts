import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import {
  holdingKinds,
  methods,
  rateKinds,
  residues,
  revaluationStates,
  revaluationWorkflow,
} from './revaluations.domain.ts'

const Rate = z.string().regex(/^\d{1,10}(\.\d{1,8})?$/)

export const RevaluationDraft = z.strictObject({
  /** The last day whose balances it takes up. */
  businessDate: DateOnly,
  /** Without one: every branch. */
  branchId: Id.nullable().default(null),
  rateKind: z.enum(rateKinds).default('mid'),
  /** Where rates are entered: local currency for the unit of each quote. */
  rates: z
    .array(z.strictObject({ currencyId: Id, rate: Rate }))
    .max(200)
    .default([]),
})
export type RevaluationDraft = z.output<typeof RevaluationDraft>

const Revaluation = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(revaluationStates),
  branchId: Id,
  branchName: z.string(),
  /** Of every branch. */
  isWhole: z.boolean(),
  businessDate: DateOnly,
  rateKind: z.enum(rateKinds),
  method: z.enum(methods),
  /** In local currency. */
  currency: z.string(),
  gain: z.string(),
  loss: z.string(),
  net: z.string(),
  /** The day on which what is not settled goes back. */
  returnsOn: DateOnly.nullable(),
  isReturned: z.boolean(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Revaluation = z.output<typeof Revaluation>

const RevaluationDetail = z.object({
  ...Revaluation.shape,
  lines: z.array(
    z.object({
      branchId: Id,
      branchName: z.string(),
      accountId: Id,
      account: z.string(),
      kind: z.enum(holdingKinds),
      currencyId: Id,
      currency: z.string(),
      party: z.string().nullable(),
      quantity: z.string(),
      value: z.string(),
      rate: z.string().nullable(),
      quoteUnit: z.int(),
      worth: z.string(),
      difference: z.string(),
      residue: z.enum(residues).nullable(),
    }),
  ),
  history: z.array(DocumentEvent),
})
export type RevaluationDetail = z.output<typeof RevaluationDetail>

const columns = {
  number: 'String',
  state: 'select',
  branchId: 'Guid',
  businessDate: 'Date',
  createdAt: 'Date',
} as const satisfies Columns

const path = '/posaccounting/fxrevaluationentry'
const permission = 'view_revaluations' as const
const acts = actionsOf(revaluationWorkflow, {
  path,
  row: RevaluationDetail,
  kinds: { cancel: 'CANCEL' },
})

/** Foreign currency at the rate of a day. */
export const revaluations = {
  ...listCalls({ path, permission, row: Revaluation, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: RevaluationDetail }),
  /** The rates of a day: of what was published by its end, and what the house buys at by the margins of now. */
  rates: read({
    path: `${path}/rates`,
    permission,
    input: z.strictObject({ businessDate: DateOnly }),
    output: z.array(
      z.object({
        currencyId: Id,
        currency: z.string(),
        quoteUnit: z.int(),
        mid: z.string().nullable(),
        buy: z.string().nullable(),
      }),
    ),
  }),
  /** A draft; it takes the place of a draft of the same day and branches. */
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_revaluations',
    input: RevaluationDraft,
    output: RevaluationDetail,
  }),
  post: { ...acts.post, movesValue: true },
  /** Undoes it and what went back of it, each on its own day. */
  reverse: { ...acts.reverse, movesValue: true },
  cancel: acts.cancel,
  download: read({ path: `${path}/download`, permission, input: ById, output: z.unknown(), download: true }),
}
