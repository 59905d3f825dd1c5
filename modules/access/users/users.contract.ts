import * as z from 'zod'
import { actionsOf, crud, updateOf } from '#kit/contract/crud.contract.ts'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  Choice,
  Id,
  Instant,
  line,
  OptionalEmail,
  Phone,
  requiredLine,
  Version,
} from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { WorkspaceType } from '#modules/organisation/structure/structure.contract.ts'
import { NewPassword, Pin } from '../passwords/passwords.contract.ts'
import { looksLikeAnother } from './user-names.domain.ts'
import { userWorkflow } from './users.domain.ts'

/** A place where a user may work: the whole company (then without an id), a region, a branch or a counter. */
const Assignment = z
  .strictObject({ type: WorkspaceType, workspaceId: Id.nullable() })
  .refine((place) => (place.type === 0) === (place.workspaceId === null), { path: ['workspaceId'] })

const UserName = z
  .string()
  .trim()
  .normalize('NFKC')
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,59}$/u)
  .refine((name) => !looksLikeAnother(name))

export const UserDraft = z.strictObject({
  userName: UserName,
  firstName: requiredLine(60),
  lastName: line(60).default(''),
  email: OptionalEmail.default(''),
  phone: Phone.default(''),
  roleIds: z.array(Id).max(20).default([]),
  workspaces: z.array(Assignment).max(500).default([]),
})
export type UserDraft = z.output<typeof UserDraft>

export const NewUser = z.strictObject({
  ...UserDraft.shape,
  password: NewPassword,
  pin: Pin.nullable().default(null),
})
/** Left out, password and PIN stay as they are; a PIN of null takes it away. */
export const ChangedUser = z.strictObject({
  ...updateOf(UserDraft).shape,
  password: NewPassword.optional(),
  pin: Pin.nullable().optional(),
})

const State = z.enum(['active', 'locked'])
const Action = z.enum(['lock', 'unlock'])

export const User = z.object({
  ...storedShape(UserDraft),
  id: Id,
  version: Version,
  fullName: z.string(),
  state: State,
  hasPin: z.boolean(),
  roles: z.array(Choice),
  lastSignInAt: Instant.nullable(),
  createdAt: Instant,
  /** Addresses from which sign-in is blocked now, after too many failures; without an address and an end, codes of the app. */
  signInBlocks: z.array(
    z.object({ address: z.string(), failures: z.int(), blockedUntil: Instant.nullable() }),
  ),
  can: z.array(Action),
})
export type User = z.output<typeof User>

const UserRow = z.object({
  ...User.omit({ roleIds: true, workspaces: true, signInBlocks: true }).shape,
})
const columns = {
  userName: 'String',
  fullName: 'String',
  email: 'String',
  state: 'select',
  lastSignInAt: 'Date',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posuser/manageUser'
const permission = 'manage_users'

export const users = controls({
  ...crud({ path, permission, row: User, listRow: UserRow, draft: UserDraft, columns, detail: 'userdetail' }),
  // In transactions of their own: hashing takes long and must not hold rows.
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission,
    ownTransaction: true,
    input: NewUser,
    output: User,
  }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission,
    ownTransaction: true,
    input: ChangedUser,
    output: User,
  }),
  ...actionsOf(userWorkflow, { path, row: User }),
  // The lower-case u of manageuser is the specification's.
  listSelection: read({
    path: '/posuser/manageuser/listUserSelection',
    permission: 'signedIn',
    output: z.array(Choice),
  }),
})
