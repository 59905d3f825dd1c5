import * as z from 'zod'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import {
  ById,
  Explained,
  Id,
  Instant,
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { PermissionRow } from '../permissions/permissions.contract.ts'
import { forPrograms, keyActions, keyStates, longestLife, mostCalls } from './keys.domain.ts'

const Permission = z.enum(forPrograms)

export const KeyDraft = z.strictObject({
  /** As the audit shows it. */
  name: requiredLine(60),
  permissions: z.array(Permission).min(1).max(forPrograms.length),
  /** The counter at which it acts. */
  counterId: Id,
  /** Days until it expires. */
  days: z.int().min(1).max(longestLife),
  callsPerMinute: z.int().min(1).max(mostCalls).default(60),
})
export type KeyDraft = z.output<typeof KeyDraft>

/** A key by which a program calls the API; never its secret. */
export const ApiKey = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  /** The last characters of the key. */
  ending: z.string(),
  state: z.enum(keyStates),
  permissions: z.array(z.string()),
  counterId: Id,
  branchName: z.string(),
  counterName: z.string(),
  callsPerMinute: z.int(),
  /** Who answers for it; it may do nothing that they may not. */
  ownerId: Id,
  owner: z.string(),
  /** The owner is locked or deleted: it opens nothing until another administrator takes it over. */
  isOrphan: z.boolean(),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Instant.nullable(),
  lastUsedFrom: z.string().nullable(),
  revokedAt: Instant.nullable(),
  revokedBy: z.string().nullable(),
  revokeReason: z.string().nullable(),
  can: z.array(z.enum(keyActions)),
})
export type ApiKey = z.output<typeof ApiKey>

const columns = {
  name: 'String',
  state: 'select',
  createdAt: 'Date',
  expiresAt: 'Date',
  lastUsedAt: 'Date',
} as const satisfies Columns
const path = '/posuser/apikey'

/** Keys for programs, of one company. */
export const apiKeys = controls({
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission: 'view_api_keys',
    input: listQuery(columns),
    output: pageOf(ApiKey),
    columns,
  }),
  getById: read({ path: `${path}/getById`, permission: 'view_api_keys', input: ById, output: ApiKey }),
  /** What a key may be allowed, and whether the reader may hand it on. */
  listPermissions: read({
    path: `${path}/listPermissions`,
    permission: 'view_api_keys',
    output: z.array(PermissionRow),
  }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_api_keys',
    showsSecret: true,
    input: KeyDraft,
    /** `secret` is the key itself, shown this once. */
    output: z.object({ id: Id, secret: z.string() }),
  }),
  revoke: write({
    path: `${path}/revoke`,
    kind: 'CANCEL',
    permission: 'manage_api_keys',
    input: Explained,
    output: ApiKey,
  }),
  takeOver: write({
    path: `${path}/takeOver`,
    kind: 'UPDATE',
    permission: 'manage_api_keys',
    input: Versioned,
    output: ApiKey,
  }),
})
