import * as z from 'zod'

/** What every refusal and failure looks like on the wire. `code` is a number only where the specification fixes one. */
export const ErrorBody = z.object({
  code: z.union([z.string(), z.number()]),
  message: z.string(),
  invalidParams: z.array(z.object({ field: z.string(), message: z.string() })),
  traceId: z.string(),
})
export type ErrorBody = z.output<typeof ErrorBody>
