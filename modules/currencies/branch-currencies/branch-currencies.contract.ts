import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import { CompanyCurrency } from '../company-currencies/company-currencies.contract.ts'

/** Which branches trade a currency. */
const Trading = z.object({
  currencyId: Id,
  code: z.string(),
  flagCode: z.string(),
  name: z.string(),
  isLocal: z.boolean(),
  /** Branches that do not trade it. */
  excluded: z.array(Id),
})
export type Trading = z.output<typeof Trading>

const path = '/poscurrency/setting'
const permission = 'manage_branch_currencies'
const choice = { currencyId: Id, isTraded: z.boolean() }

export const branchCurrencies = {
  /** Every enabled currency of the company with the branches, of those that the person sees, that do not trade it. */
  getBranchSettings: read({
    path: `${path}/getBranchSettings`,
    permission: 'view_branch_currencies',
    output: z.array(Trading),
  }),
  getBranchCurrencies: read({
    path: `${path}/getBranchCurrencies`,
    permission: 'signedIn',
    input: z.strictObject({ branchId: Id }),
    output: z.array(CompanyCurrency),
  }),
  /** What at least one branch of the region trades. */
  getRegionCurrencies: read({
    path: `${path}/getRegionCurrencies`,
    permission: 'signedIn',
    input: z.strictObject({ regionId: Id }),
    output: z.array(CompanyCurrency),
  }),
  updateBranch: write({
    path: `${path}/updateBranch`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ branchId: Id, ...choice }),
    output: z.array(Trading),
  }),
  /** The same for every branch of a region. */
  updateRegion: write({
    path: `${path}/updateRegion`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ regionId: Id, ...choice }),
    output: z.array(Trading),
  }),
}
