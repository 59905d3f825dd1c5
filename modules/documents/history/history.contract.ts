import * as z from 'zod'
import { Instant } from '#kit/contract/shapes.contract.ts'

/** One act in the history of a document. */
export const DocumentEvent = z.object({
  act: z.string(),
  fromState: z.string().nullable(),
  toState: z.string(),
  /** Who did it; empty where it came about with time. */
  by: z.string(),
  /** In whose stead, if in anybody's. */
  inStead: z.string(),
  at: Instant,
  note: z.string(),
})
export type DocumentEvent = z.output<typeof DocumentEvent>
