import * as z from 'zod'
import { controls, read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'

export const policyModes = ['off', 'roles', 'all'] as const

/** Of whom a second factor is asked; who must have one and has none adds it at the next sign-in. */
export const Policy = z.strictObject({ mode: z.enum(policyModes), roleIds: z.array(Id).max(100) })
export type Policy = z.output<typeof Policy>

const path = '/posuser/factorpolicy'

export const factorPolicy = reserveForCompany(
  controls({
    get: read({ path: `${path}/get`, permission: 'view_roles', output: Policy }),
    update: write({
      path: `${path}/update`,
      kind: 'UPDATE',
      permission: 'manage_roles',
      input: Policy.refine(({ mode, roleIds }) => mode !== 'roles' || roleIds.length > 0, {
        path: ['roleIds'],
      }),
      output: Policy,
    }),
  }),
)
