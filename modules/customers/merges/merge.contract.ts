import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { Id, Version, Versioned } from '#kit/contract/shapes.contract.ts'
import { CorporateDraft, Customer, IndividualDraft } from '../profiles/profiles.contract.ts'
import { documentFields } from '../profiles/profiles.domain.ts'

const own = (draft: z.ZodObject) =>
  Object.keys(draft.shape).filter((field) => !(documentFields as readonly string[]).includes(field))

/** What can be taken from either of two customers: each field, and what a person identifies with as a whole. */
export const mergeFields = {
  1: ['identity', ...own(IndividualDraft)],
  2: own(CorporateDraft),
} as const

/** One customer takes the place of another, which stays as a record that leads to the first. */
const mergeOf = (path: string, fields: readonly string[]) => ({
  merge: write({
    path: `${path}/merge`,
    kind: 'UPDATE',
    permission: 'merge_customers',
    input: z.strictObject({
      ...Versioned.shape,
      otherId: Id,
      otherVersion: Version,
      /** The fields whose values are those of the other. */
      take: z.array(z.enum(fields as [string, ...string[]])).max(60),
    }),
    output: Customer,
  }),
})

export const individualMerges = mergeOf('/poscustomer/customerindividual', mergeFields[1])
export const corporateMerges = mergeOf('/poscustomer/customercorporate', mergeFields[2])
