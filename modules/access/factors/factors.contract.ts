import * as z from 'zod'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import { ById, Done, Id, Instant, requiredLine } from '#kit/contract/shapes.contract.ts'
import { Enrolment, NewFactor, Site } from '../proofs/proofs.contract.ts'
import { factorKinds } from '../proofs/proofs.domain.ts'

const Factor = z.object({
  id: Id,
  kind: z.enum(factorKinds),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export const Own = z.strictObject({
  factors: z.array(Factor),
  /** Recovery codes that were not used yet. */
  recoveryLeft: z.int(),
  /** The company asks this person for a second factor. */
  isRequired: z.boolean(),
  site: Site,
})
export type Own = z.output<typeof Own>

const Codes = z.array(z.string())
const path = '/posuser/secondfactor'

/** A person's own second factors. */
export const factors = controls({
  own: read({ path: `${path}/own`, permission: 'signedIn', output: Own }),
  begin: write({
    path: `${path}/begin`,
    kind: 'UPDATE',
    permission: 'signedIn',
    showsSecret: true,
    output: Enrolment,
  }),
  /** The codes come with the first factor, and are never shown again. */
  add: write({
    path: `${path}/add`,
    kind: 'CREATE',
    permission: 'signedIn',
    showsSecret: true,
    input: z.strictObject({ factor: NewFactor }),
    output: z.strictObject({ recoveryCodes: Codes }),
  }),
  rename: write({
    path: `${path}/rename`,
    kind: 'UPDATE',
    permission: 'signedIn',
    input: z.strictObject({ id: Id, name: requiredLine(60) }),
    output: Done,
  }),
  remove: write({
    path: `${path}/remove`,
    kind: 'DELETE',
    permission: 'signedIn',
    input: ById,
    output: Done,
  }),
  renewCodes: write({
    path: `${path}/renewCodes`,
    kind: 'UPDATE',
    permission: 'signedIn',
    showsSecret: true,
    output: z.strictObject({ recoveryCodes: Codes }),
  }),
})
