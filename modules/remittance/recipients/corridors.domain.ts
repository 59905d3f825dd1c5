import { eastAsia } from './corridors-east.domain.ts'
import { others } from './corridors-west.domain.ts'
import { southAsia } from './corridors-south.domain.ts'
import type { Method, PayoutRules } from './fields.domain.ts'

/** What 15 common destinations of money from Malaysia, Hong Kong and Singapore ask for; the operator adds the rest. */
export const shippedRules: readonly PayoutRules[] = [...southAsia, ...eastAsia, ...others]

/** What a destination asks for by a method; undefined where nothing is shipped. */
export const shippedRule = (country: string, currency: string, method: Method): PayoutRules | undefined =>
  shippedRules.find(
    (rule) => rule.country === country && rule.currency === currency && rule.method === method,
  )
