import * as z from 'zod'
import { requiredLine } from '#kit/contract/shapes.contract.ts'

const Base64Url = z.string().regex(/^[\w-]{1,20000}$/)
const Attachment = z.string().max(30).nullish()

// What browsers send beside these is not asked for, and is left out.
const PasskeyMade = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  authenticatorAttachment: Attachment,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
const PasskeyUsed = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  authenticatorAttachment: Attachment,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.string().max(200).nullish(),
  }),
})
export type PasskeyMade = z.output<typeof PasskeyMade>
export type PasskeyUsed = z.output<typeof PasskeyUsed>

const Code = z.string().max(60)

/** What shows that a person has their second factor at hand. */
export const Proof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('totp'), code: Code }),
  z.strictObject({ kind: z.literal('recovery'), code: Code }),
  z.strictObject({ kind: z.literal('passkey'), response: PasskeyUsed }),
])
export type Proof = z.output<typeof Proof>

/** A factor to be added, with the proof that it works. */
export const NewFactor = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('totp'), name: requiredLine(60), code: Code }),
  z.strictObject({ kind: z.literal('passkey'), name: requiredLine(60), response: PasskeyMade }),
])
export type NewFactor = z.output<typeof NewFactor>

/** Options of the WebAuthn standard, in JSON, as the browser takes them. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })

/** Whether passkeys are offered; if not, why: the address is no host name, or it is not secure. */
export const Site = z.strictObject({
  origin: z.string().nullable(),
  why: z.enum(['address', 'insecure']).nullable(),
})

/** What is needed to add a factor: a secret for an authenticator app, and options for a passkey where they are offered. */
export const Enrolment = z.strictObject({
  totp: z.strictObject({ secret: z.string(), uri: z.string() }).nullable(),
  passkey: PasskeyOptions.nullable(),
  site: Site,
})
export type Enrolment = z.output<typeof Enrolment>
