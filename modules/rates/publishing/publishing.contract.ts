import * as z from 'zod'
import { DecimalString, Id, Instant } from '#kit/contract/shapes.contract.ts'
import { publicEvent } from '#modules/access/webhooks/events.contract.ts'

/** A rate that somebody enters: above zero, at most 12 digits before the point and 8 after it. */
export const RateAmount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,8})?$/)
  .refine((value) => /[1-9]/.test(value))

/** Rates were published; without base rates it was margins or custom rates, and the boards are to be read again. */
export const ratePublished = publicEvent('rate.published', 'view_base_rate', {
  publicationId: Id,
  publishedAt: Instant,
  baseRates: z.array(z.strictObject({ currencyId: Id, mid: DecimalString, quoteUnit: z.int() })),
})
