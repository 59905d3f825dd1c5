import * as z from 'zod'
import { type Access, read, write } from '#kit/contract/endpoint.contract.ts'
import { ById, Id, Instant, Version } from '#kit/contract/shapes.contract.ts'

/** What can be attached: pictures and PDF below five megabytes; the type is found by content. */
export const attachmentRule = {
  maxBytes: 5_242_880,
  types: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'],
} as const

export const Attachment = z.strictObject({
  id: Id,
  name: z.string(),
  mediaType: z.string(),
  /** In bytes. */
  size: z.int(),
  addedBy: z.string(),
  addedAt: Instant,
})
export type Attachment = z.output<typeof Attachment>

/** A multipart field is text. */
const AttachedTo = z.strictObject({ id: Id, version: z.coerce.number().pipe(Version) })

/** The calls by which files are kept with documents of a kind: whoever sees one sees its files, whoever may change one adds to them. */
export const attachmentCalls = (options: { path: string; view: Access; manage: Access }) => {
  const { path, view, manage } = options
  return {
    attachments: read({
      path: `${path}/attachments`,
      permission: view,
      input: ById,
      output: z.array(Attachment),
    }),
    attach: write({
      path: `${path}/attach`,
      kind: 'UPDATE',
      permission: manage,
      input: AttachedTo,
      upload: attachmentRule,
      output: z.array(Attachment),
    }),
    attachment: read({
      path: `${path}/attachment`,
      permission: view,
      input: z.strictObject({ id: Id, attachmentId: Id }),
      output: z.unknown(),
      download: true,
    }),
  }
}
