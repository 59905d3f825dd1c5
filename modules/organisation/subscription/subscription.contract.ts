import * as z from 'zod'
import { controls, read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { DateOnly } from '#kit/contract/shapes.contract.ts'
import { allModules, appCodes } from '#modules/pages.domain.ts'

const CompanyModule = z.strictObject({
  appCode: z.enum(appCodes),
  moduleCode: z.string().max(40),
  isEnabled: z.boolean(),
})
export type CompanyModule = z.output<typeof CompanyModule>

const known = (row: CompanyModule) =>
  allModules.some(({ appCode, moduleCode }) => appCode === row.appCode && moduleCode === row.moduleCode)

const Subscription = z.strictObject({
  plan: z.string(),
  expiryDate: DateOnly.nullable(),
  /** The expiry date has passed. */
  isExpiryDate: z.boolean(),
})

const base = '/poscompany/manage'

export const subscription = reserveForCompany(
  controls({
    // The specification's spelling.
    get: read({ path: `${base}/subcription`, permission: 'view_company_subscription', output: Subscription }),
    modules: read({
      path: `${base}/getActiveModules`,
      permission: 'signedIn',
      output: z.array(CompanyModule),
    }),
    updateModules: write({
      path: `${base}/updateModules`,
      kind: 'UPDATE',
      permission: 'manage_company_subscription',
      input: z.strictObject({ modules: z.array(CompanyModule.refine(known)).min(1).max(100) }),
      output: z.array(CompanyModule),
    }),
  }),
)
