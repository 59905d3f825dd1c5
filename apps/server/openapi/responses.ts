import type { Endpoint } from '#kit/contract/endpoint.contract.ts'
import { statusOf } from '#kit/server/errors.server.ts'
import { featureCodes } from '#modules/settings/configuration/configuration.domain.ts'
import type { Possible } from './refusals.ts'
import type { Schema } from './schemas.ts'

/** What any call with a program's key can answer: said once, of the key, and not of each operation. */
export const ofKeys: Readonly<Record<number, readonly string[]>> = {
  401: ['KEY_UNKNOWN', 'KEY_REVOKED', 'KEY_EXPIRED', 'KEY_WITHOUT_OWNER'],
  403: ['NOT_FOR_PROGRAMS'],
  429: ['KEY_LIMIT', 'SIGN_IN_BLOCKED'],
}

/** What any call can answer while something that the server needs is away: said once. */
export const ofAll: Readonly<Record<number, readonly string[]>> = {
  503: ['UNAVAILABLE', 'BUSY', 'DISK_FULL'],
}

/** What each status says, and the codes that the pipeline itself answers with it. */
const statuses: Record<number, { description: string; codes: readonly string[] }> = {
  400: {
    description: 'The call has the wrong shape; invalidParams names each field',
    codes: ['INVALID', 'BODY_TOO_LARGE', 'IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_INVALID'],
  },
  401: { description: 'There is no session, or it has ended', codes: ['SESSION_EXPIRED'] },
  403: {
    description: 'The permission is missing, or a new proof of identity is needed',
    codes: ['FORBIDDEN', 'STEP_UP_REQUIRED'],
  },
  404: { description: 'A row is not there, or belongs to another company', codes: ['NOT_FOUND'] },
  409: {
    description: 'The state or the version of the row does not allow it',
    codes: ['STALE_VERSION', 'DUPLICATE', 'IDEMPOTENCY_KEY_REUSED', 'ILLEGAL_TRANSITION'],
  },
  422: {
    description: 'A rule of the business does not allow it',
    codes: ['IN_USE', 'OUT_OF_SCOPE', ...Object.values(featureCodes)],
  },
  429: { description: 'Too many calls; Retry-After says when to try again', codes: ['TOO_MANY'] },
  503: { description: 'Not possible at the moment; try again', codes: ofAll[503] ?? [] },
}

const ofUploads: readonly Possible[] = [
  ...['FILE_REQUIRED', 'FILE_TYPE', 'TOO_LARGE', 'IMAGE_TOO_LARGE'].map((code): Possible => ({
    code,
    kind: 'invalid',
  })),
  { code: 'TOO_MANY_UPLOADS', kind: 'tooMany' },
  { code: 'UPLOADS_FULL', kind: 'unavailable' },
]

/** The refusals of a status as a shared response. */
export const sharedResponses = (error: Schema) =>
  Object.fromEntries(
    Object.entries(statuses).map(([status, { description, codes }]) => [
      status,
      { description, 'x-codes': codes, content: { 'application/json': { schema: error } } },
    ]),
  )

/** Every code that an endpoint can answer, by status: its own, as its module declares them, and those of its class. */
export function refusalsOf(endpoint: Endpoint, own: readonly Possible[]): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>()
  const add = (status: number, ...codes: readonly string[]) =>
    found.set(status, new Set([...(found.get(status) ?? []), ...codes]))
  const { permission, writes, kind, stepUp, ofCompany, limit, upload, movesValue } = endpoint
  add(400, 'INVALID')
  if (endpoint.from === 'body') add(400, 'BODY_TOO_LARGE')
  if (writes) add(400, 'IDEMPOTENCY_KEY_INVALID')
  if (movesValue) add(400, 'IDEMPOTENCY_KEY_REQUIRED')
  if (permission !== 'anyone') add(401, 'SESSION_EXPIRED')
  if (permission !== 'anyone' && permission !== 'signedIn') add(403, 'FORBIDDEN')
  if (stepUp) add(403, 'STEP_UP_REQUIRED')
  if (ofCompany) add(422, 'OUT_OF_SCOPE')
  if (endpoint.feature) add(422, featureCodes[endpoint.feature] ?? '')
  // A foreign key refuses what is not there, a unique key what is there already.
  if (writes && namesSomething(endpoint)) add(404, 'NOT_FOUND')
  if (writes && permission !== 'anyone') add(409, 'DUPLICATE', 'IDEMPOTENCY_KEY_REUSED')
  if (kind === 'DELETE') add(422, 'IN_USE')
  if (limit) add(429, 'TOO_MANY')
  // Where a caller names nothing, nothing can be missing: the company's own row is always there.
  const possible = own.filter(({ code }) => code !== 'NOT_FOUND' || namesSomething(endpoint))
  for (const one of [...possible, ...(upload ? ofUploads : [])])
    if (!ofAll[statusOf[one.kind]]?.includes(one.code)) add(statusOf[one.kind], one.code)
  return new Map([...found].toSorted(([one], [other]) => one - other))
}

const listKeys = ['filters', 'sort', 'pageNum', 'pageSize']

const namesSomething = ({ input, download }: Endpoint) =>
  download || Object.keys(input.shape).some((key) => !listKeys.includes(key))

/** The responses of an operation beside its success. */
export const responsesOf = (refusals: ReadonlyMap<number, unknown>) =>
  Object.fromEntries(
    [...refusals.keys()].map((status) => [status, { $ref: `#/components/responses/${status}` }]),
  )

/** The codes of an operation that its class does not have already, by status. */
export const ownRefusals = (refusals: ReadonlyMap<number, ReadonlySet<string>>) =>
  Object.fromEntries(
    [...refusals].flatMap(([status, codes]) => {
      const own = [...codes].filter((code) => !statuses[status]?.codes.includes(code))
      return own.length > 0 ? [[status, own.toSorted()]] : []
    }),
  )
