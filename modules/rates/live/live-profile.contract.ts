import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'

const Codes = z.array(z.string().regex(/^[A-Z]{3}$/)).max(200)

const path = '/posrate/liverate'
const permission = 'view_base_rate'

/** The live rates that a person watches, on whatever machine. */
export const liveProfile = {
  /** Null until the person has chosen; an empty list is every pair. */
  get: read({
    path: `${path}/getProfile`,
    permission,
    output: z.strictObject({ codes: Codes.nullable() }),
  }),
  update: write({
    path: `${path}/updateProfile`,
    kind: 'UPDATE',
    // It is the person's own.
    permission: 'signedIn',
    input: z.strictObject({ codes: Codes }),
    output: z.strictObject({ codes: Codes }),
  }),
}
