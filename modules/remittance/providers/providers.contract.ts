import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Choice, Code, DateOnly, Id, Instant, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { methods } from '../recipients/fields.domain.ts'

export const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/)
export const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/)
export const Amount = z.string().regex(/^\d{1,15}(\.\d{1,4})?$/)

/** Above zero. */
export const Rate = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,8})?$/)
  .refine((value) => /[1-9]/.test(value))

export const channels = ['file', 'api'] as const
const zones = new Set(Intl.supportedValuesOf('timeZone'))

const Service = z.strictObject({
  country: Country,
  currency: Currency,
  method: z.enum(methods),
  decimals: z.int().min(0).max(8).nullable().default(null),
})

export const ProviderDraft = z.strictObject({
  code: Code,
  name: requiredLine(80),
  services: z.array(Service).min(1).max(200),
  settlementCurrency: Currency,
  channel: z.enum(channels).default('file'),
  timeZone: z.string().refine((zone) => zones.has(zone)),
  cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** ISO days of the week, such as `12345`. */
  workdays: z.string().regex(/^[1-7]{1,7}$/),
  holidays: z.array(DateOnly).max(400).default([]),
  days: z.int().min(0).max(30).default(0),
  minimum: Amount.nullable().default(null),
  maximum: Amount.nullable().default(null),
  fee: Amount.default('0'),
  /** Where it is called, if it is: the contract is in `docs/partners.md`. */
  endpoint: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .default(''),
  /** Seconds within which it knows what it was sent. */
  answersWithin: z.int().min(5).max(86_400).default(120),
  /** Days for which it knows a reference again. */
  remembersDays: z.int().min(0).max(3650).default(7),
  /** After so many questions without an answer a person looks. */
  mostQueries: z.int().min(1).max(1000).default(10),
  /** What banks keep of money that comes back is the customer's: the disclosure says so. */
  isReturnCharged: z.boolean().default(false),
})
export type ProviderDraft = z.output<typeof ProviderDraft>

const Provider = z.object({
  ...storedShape(ProviderDraft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
  /** Where it reports by itself, below the address of this server. */
  reportPath: z.string(),
  /** How it fares as a server. */
  health: z.object({
    /** Calls without an answer since the last one that had one. */
    failures: z.int(),
    restsUntil: Instant.nullable(),
    answeredAt: Instant.nullable(),
    failedAt: Instant.nullable(),
    lastFault: z.string(),
    /** Reports that were not rightly signed, or not fresh. */
    refusedReports: z.int(),
  }),
})
export type Provider = z.output<typeof Provider>

const columns = {
  code: 'String',
  name: 'String',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/remittance/provider'
const permission = 'manage_providers'

export const providers = {
  ...crud({ path, permission, row: Provider, draft: ProviderDraft, columns }),
  ...toggles({ path, permission, row: Provider }),
  listSelection: read({ path: `${path}/listSelection`, permission: 'signedIn', output: z.array(Choice) }),
}
