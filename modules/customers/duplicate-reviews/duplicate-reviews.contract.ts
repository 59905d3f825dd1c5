import * as z from 'zod'
import { actionsOf } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { reviewStates, reviewWorkflow } from './duplicate-reviews.domain.ts'

const actions = ['confirm', 'reject'] as const

const Review = z.strictObject({
  id: Id,
  version: Version,
  /** The customer who was entered or changed, and the one who looks the same; after a merge the one who stays, for both the same. */
  customerId: Id,
  customerName: z.string(),
  otherId: Id,
  otherName: z.string(),
  dateOfBirth: z.string().nullable(),
  state: z.enum(reviewStates),
  /** Why they are said to be different people; empty where a merge made them look the same. */
  reason: z.string(),
  askedBy: z.string(),
  askedAt: Instant,
  decidedBy: z.string(),
  decidedAt: Instant.nullable(),
  note: z.string(),
  can: z.array(z.enum(actions)),
})
export type DuplicateReview = z.output<typeof Review>

const columns = { state: 'select', customerName: 'String', askedAt: 'Date' } as const satisfies Columns
const path = '/poscustomer/duplicatereview'
const permission = 'view_customers_information'
const { confirm, reject } = actionsOf(reviewWorkflow, {
  path,
  row: Review,
  kinds: { confirm: 'APPROVE', reject: 'REJECT' },
})

/** Pairs of individuals with equal name and date of birth: one person says that they differ, another decides. */
export const duplicateReviews = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission,
    input: listQuery(columns),
    output: pageOf(Review),
    columns,
  }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: Review }),
  confirm,
  reject,
}
