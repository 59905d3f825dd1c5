import * as z from 'zod'
import { Id, Instant } from '#kit/contract/shapes.contract.ts'
import { flagKinds } from './flags.domain.ts'

/** One time that a flag was raised, with how it ended. */
export const FlagEpisode = z.object({
  id: Id,
  kind: z.enum(flagKinds),
  raisedByName: z.string(),
  raisedAt: Instant,
  raiseReason: z.string(),
  clearedByName: z.string().nullable(),
  clearedAt: Instant.nullable(),
  clearReason: z.string().nullable(),
})
export type FlagEpisode = z.output<typeof FlagEpisode>
