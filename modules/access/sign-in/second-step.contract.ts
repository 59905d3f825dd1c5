import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { Enrolment, NewFactor, PasskeyOptions, Proof, Site } from '../proofs/proofs.contract.ts'
import { Login, LoginDraft } from './sign-in.contract.ts'

const Ticket = z.string().min(1).max(300)

/** What the second step asks for. */
const Step = z.strictObject({
  /** Stands for the person who knew the password, for ten minutes and for nothing but this step. */
  ticket: Ticket,
  kinds: z.array(z.enum(['totp', 'passkey', 'recovery'])),
  passkey: PasskeyOptions.nullable(),
  site: Site,
  /** Of a person who must have a second factor and has none: what is needed to add the first. */
  enrolment: Enrolment.nullable(),
})
export type Step = z.output<typeof Step>

const path = '/user/auth/secondstep'
const limit = { max: 120, seconds: 60 }

/** The second step of a sign-in that was answered with code 10002. */
export const secondStep = {
  begin: write({
    path: `${path}/begin`,
    kind: 'UPDATE',
    permission: 'anyone',
    limit,
    input: LoginDraft,
    output: Step,
  }),
  verify: write({
    path: `${path}/verify`,
    kind: 'UPDATE',
    permission: 'anyone',
    limit,
    input: z.strictObject({ ticket: Ticket, proof: Proof }),
    output: Login,
  }),
  enrol: write({
    path: `${path}/enrol`,
    kind: 'CREATE',
    permission: 'anyone',
    limit,
    input: z.strictObject({ ticket: Ticket, factor: NewFactor }),
    output: z.strictObject({ login: Login, recoveryCodes: z.array(z.string()) }),
  }),
}
