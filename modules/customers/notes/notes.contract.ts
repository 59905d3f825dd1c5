import * as z from 'zod'
import { actionsOf, updateOf } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { ById, Id, Instant, lines, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { OptionalDate } from '../profiles/profiles.contract.ts'
import { requestWorkflow } from './notes.domain.ts'

const view = 'view_customers_information'
const permission = 'manage_customers_information'
const OfCustomer = z.strictObject({ customerId: Id })

export const CommentDraft = z.strictObject({ text: lines(2000).min(1) })
const Comment = z.object({ id: Id, text: z.string(), byName: z.string(), createdAt: Instant })

export const comments = {
  list: read({
    path: '/poscustomer/customercomment/list',
    permission: view,
    input: OfCustomer,
    output: z.array(Comment),
  }),
  create: write({
    path: '/poscustomer/customercomment/create',
    kind: 'CREATE',
    permission,
    input: z.strictObject({ ...OfCustomer.shape, ...CommentDraft.shape }),
    output: Comment,
  }),
}

export const InfoRequestDraft = z.strictObject({
  subject: requiredLine(120),
  question: lines(2000).default(''),
  dueDate: OptionalDate,
})

export const InfoRequest = z.object({
  ...storedShape(InfoRequestDraft),
  id: Id,
  version: Version,
  customerId: Id,
  state: z.enum(['open', 'replied', 'cancelled']),
  askedByName: z.string(),
  answer: z.string(),
  closedByName: z.string().nullable(),
  closedAt: Instant.nullable(),
  createdAt: Instant,
  can: z.array(z.enum(['reply', 'cancel'])),
})
export type InfoRequest = z.output<typeof InfoRequest>

const path = '/poscustomer/customerinforequest'

/** All acts are of type UPDATE, as specified. */
export const infoRequests = {
  list: read({ path: `${path}/list`, permission: view, input: OfCustomer, output: z.array(InfoRequest) }),
  getById: read({ path: `${path}/getById`, permission: view, input: ById, output: InfoRequest }),
  create: write({
    path: `${path}/create`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ ...OfCustomer.shape, ...InfoRequestDraft.shape }),
    output: InfoRequest,
  }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission,
    input: updateOf(InfoRequestDraft),
    output: InfoRequest,
  }),
  ...actionsOf(requestWorkflow, { path, row: InfoRequest }),
}
