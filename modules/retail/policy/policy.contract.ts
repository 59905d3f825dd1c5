import * as z from 'zod'
import { controls, read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { DateOnly, line } from '#kit/contract/shapes.contract.ts'
import { taxRoundings } from './policy.domain.ts'

export const approvalRule = {
  maxBytes: 5_242_880,
  types: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'],
} as const

export const PolicyDraft = z.strictObject({
  /** Goods may be sold. */
  isOn: z.boolean(),
  /** Of the approval by which they may. */
  reference: line(80).default(''),
  approvedOn: DateOnly.nullable().default(null),
  taxBy: z.enum(taxRoundings).default('line'),
  /** A deal and goods may be settled in one basket; not sent: as it is. */
  mixesDeals: z.boolean().optional(),
})
export type PolicyDraft = z.output<typeof PolicyDraft>

const Policy = z.object({
  /** 0: nothing has been set yet. */
  version: z.int(),
  isOn: z.boolean(),
  reference: z.string(),
  approvedOn: DateOnly.nullable(),
  taxBy: z.enum(taxRoundings),
  mixesDeals: z.boolean(),
  hasDocument: z.boolean(),
  /** The country asks for an approval. */
  asksApproval: z.boolean(),
})
export type Policy = z.output<typeof Policy>

const path = '/posretail/policy'
const permission = 'update_general_settings' as const
const Version = z.int().min(0).max(2_147_483_647)

export const retailPolicy = reserveForCompany(
  controls({
    get: read({ path: `${path}/get`, permission: 'signedIn', output: Policy }),
    update: write({
      path: `${path}/update`,
      kind: 'UPDATE',
      permission,
      input: z.strictObject({ version: Version, ...PolicyDraft.shape }),
      output: Policy,
    }),
    /** Keeps the document of the approval, in the place of one before it. */
    uploadDocument: write({
      path: `${path}/uploadDocument`,
      kind: 'UPDATE',
      permission,
      output: Policy,
      upload: approvalRule,
    }),
    getDocument: read({
      path: `${path}/getDocument`,
      permission: ['view_retail_items', permission],
      output: z.unknown(),
      download: true,
    }),
  }),
)
