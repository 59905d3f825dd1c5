import * as z from 'zod'
import { permissionKinds, read, write } from '#kit/contract/endpoint.contract.ts'
import { Id, requiredLine } from '#kit/contract/shapes.contract.ts'
import { Password } from '../passwords/passwords.contract.ts'

/** Refusal codes that the specification or the sign-in screen fixes as numbers. */
export const signInCodes = { refused: 10000, pinRequired: 10001, secondStepRequired: 10002 } as const

export const LoginDraft = z.strictObject({
  // However it was typed, as user names are kept.
  username: requiredLine(100).normalize('NFKC'),
  password: Password,
  pin: z.string().max(8).nullish(),
})

const Named = z.strictObject({ id: Id, name: z.string() })

const Tokens = z.strictObject({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Tenths of a second: the client multiplies by 100 to get milliseconds. */
  expiresIn: z.int(),
})

export const Login = z.strictObject({
  userInfo: z.strictObject({
    firstName: z.string(),
    lastName: z.string(),
    tokenType: z.literal('Bearer'),
    ...Tokens.shape,
  }),
  company: z.strictObject({
    companyId: Id,
    companyName: z.string(),
    userId: Id,
    permissions: z.array(z.string()),
    /** Sent where there are any: parts of the product that the company does without. Their pages are not there, and their calls are refused. */
    absent: z.array(z.string()).optional(),
    regions: z.array(Named),
    branches: z.array(z.strictObject({ ...Named.shape, counterIds: z.array(Id) })),
    counters: z.array(Named),
  }),
  companyStructure: z.strictObject({
    branches: z.array(Named),
    counters: z.array(z.strictObject({ ...Named.shape, branchId: Id })),
  }),
})
export type Login = z.output<typeof Login>

const Message = z.strictObject({ message: z.string() })

export const signIn = {
  login: write({
    path: '/user/auth/login',
    kind: 'UPDATE',
    permission: 'anyone',
    limit: { max: 120, seconds: 60 },
    input: LoginDraft,
    output: Login,
  }),
  logout: write({
    path: '/user/auth/logout',
    kind: 'UPDATE',
    permission: 'anyone',
    input: z.strictObject({ refreshToken: z.string().max(300).optional() }),
    output: Message,
  }),
  refresh: write({
    path: '/user/auth/refreshtoken',
    kind: 'UPDATE',
    permission: 'anyone',
    input: z.strictObject({ refreshToken: z.string().min(1).max(300) }),
    output: Tokens,
  }),
  checkActive: read({
    path: '/user/activeUser/check',
    method: 'POST',
    permission: 'signedIn',
    input: z.strictObject({ apis: z.array(z.string().max(200)).max(200) }),
    output: z.record(
      z.string(),
      z.strictObject({
        isActivated: z.boolean(),
        permissionType: z.union(Object.values(permissionKinds).map((kind) => z.literal(kind))).nullable(),
      }),
    ),
  }),
}
