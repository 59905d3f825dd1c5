import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { Id, Version, Versioned } from '#kit/contract/shapes.contract.ts'
import { comparedFields, Customer } from '../profiles/profiles.contract.ts'

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

export const individualMerges = mergeOf('/poscustomer/customerindividual', comparedFields[1])
export const corporateMerges = mergeOf('/poscustomer/customercorporate', comparedFields[2])
