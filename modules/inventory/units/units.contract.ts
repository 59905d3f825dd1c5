import * as z from 'zod'
import { requiredLine } from '#kit/contract/shapes.contract.ts'

/** The units of a line of goods that are kept by serial, or by batch. */
export const UnitFields = {
  serials: z.array(requiredLine(60)).max(20_000).optional(),
  batches: z
    .array(z.strictObject({ code: requiredLine(40), quantity: z.string().regex(/^[1-9]\d{0,7}$/) }))
    .max(100)
    .optional(),
}

/** The units of a line as a document shows them. */
export const ShownUnits = {
  serials: z.array(z.string()),
  batches: z.array(z.object({ code: z.string(), quantity: z.string() })),
}
