import * as z from 'zod'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import { DecimalString } from '#kit/contract/shapes.contract.ts'
import { rateRules } from './validation.domain.ts'

const Limit = DecimalString.refine((value) => !value.startsWith('-')).nullable()
const Rule = z.strictObject({
  rule: z.enum(rateRules),
  /** Fractions; minutes for `stale`. From `warn` on a reason is asked for, from `block` on it is refused. */
  warn: Limit,
  block: Limit,
  isEnabled: z.boolean(),
})

export const Finding = z.strictObject({
  rule: z.enum(rateRules),
  level: z.enum(['warn', 'block']),
  value: z.string(),
})

const path = '/posrate/ratevalidation'

export const rateValidation = controls({
  list: read({ path: `${path}/list`, permission: 'view_rate_validation', output: z.array(Rule) }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission: 'manage_rate_validation',
    ofCompany: true,
    input: z.strictObject({ rules: z.array(Rule).min(1).max(rateRules.length) }),
    output: z.array(Rule),
  }),
})
