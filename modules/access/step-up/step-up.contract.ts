import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { Done } from '#kit/contract/shapes.contract.ts'
import { PasskeyOptions, Proof, Site } from '../proofs/proofs.contract.ts'

/** With what the person who is signed in can show again who they are. */
const Asked = z.strictObject({
  kinds: z.array(z.enum(['totp', 'passkey', 'recovery', 'password'])),
  passkey: PasskeyOptions.nullable(),
  site: Site,
})

/** The password alone counts only for people without a second factor. */
const OwnProof = z.union([
  Proof,
  z.strictObject({ kind: z.literal('password'), password: z.string().min(1).max(200) }),
])
export type OwnProof = z.output<typeof OwnProof>

const path = '/user/stepup'

/** A new proof within a session, for what is refused with STEP_UP_REQUIRED. */
export const stepUp = {
  begin: write({ path: `${path}/begin`, kind: 'UPDATE', permission: 'signedIn', output: Asked }),
  prove: write({
    path: `${path}/prove`,
    kind: 'UPDATE',
    permission: 'signedIn',
    // The attempts must stay counted.
    ownTransaction: true,
    input: z.strictObject({ proof: OwnProof }),
    output: Done,
  }),
}
