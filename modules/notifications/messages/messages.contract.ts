import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { defaultPageSize, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Id, Instant } from '#kit/contract/shapes.contract.ts'
import { dataSources, messageTypes } from './messages.domain.ts'

export const Message = z.object({
  id: Id,
  type: z.enum(messageTypes),
  /** Title and content are in the language of the request. */
  title: z.string(),
  content: z.string(),
  notifiedAt: Instant,
  viewedAt: Instant.nullable(),
  /** The screening, the deal, the candidate for a report, the count or the adjustment that the message is about. */
  data: z
    .union([
      z.object({ complianceScreeningId: z.string(), dataSource: z.enum(dataSources) }),
      z.object({ dealId: z.string() }),
      z.object({ reportCandidateId: z.string() }),
      z.object({ countId: z.string() }),
      z.object({ adjustmentId: z.string() }),
      z.object({ duplicateReviewId: z.string() }),
      z.object({ page: z.string() }),
    ])
    .nullable(),
})
export type Message = z.output<typeof Message>

const Paging = z.strictObject({
  page: z.coerce.number().pipe(z.int().min(1).max(1_000_000)).default(1),
  pageSize: z.coerce.number().pipe(z.int().min(1).max(1000)).default(defaultPageSize),
})

const path = '/v1/management/messages'
const permission = 'signedIn'

/** A person's own messages, newest first. */
export const messages = {
  list: read({ path, permission, input: Paging, output: pageOf(Message), isBare: true }),
  listUnread: read({
    path: `${path}/unread`,
    permission,
    input: Paging,
    output: pageOf(Message),
    isBare: true,
  }),
  countUnread: read({
    path: `${path}/unread/count`,
    permission,
    output: z.strictObject({ count: z.int() }),
  }),
  /** Marks a message read; a second time changes nothing. */
  view: write({
    path: `${path}/{id}`,
    method: 'PUT',
    kind: 'UPDATE',
    permission,
    act: 'message.view',
    input: ById,
    output: Message,
  }),
  /** Nobody needs to be registered here: it answers what a browser must know to show messages. */
  sync: read({
    path,
    method: 'POST',
    permission,
    /** `timeZone` is the company's, by whose calendar messages are grouped. */
    output: z.strictObject({ count: z.int(), timeZone: z.string() }),
  }),
}
