import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { controls, read, reserveForCompany } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Choice, Code, Id, Instant, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { modeKinds } from './modes.domain.ts'

export const ModeDraft = z.strictObject({
  code: Code,
  name: requiredLine(80),
  kind: z.enum(modeKinds),
  /** What comes in or goes out by it counts only once it is cleared. */
  needsClearing: z.boolean().default(false),
})
export type ModeDraft = z.output<typeof ModeDraft>

const Mode = z.object({
  ...storedShape(ModeDraft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
})

const columns = {
  code: 'String',
  name: 'String',
  kind: 'select',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns

type Mapping = 'manage_mode_of_payment_mapping' | 'manage_mode_of_delivery_mapping'

function modes<P extends Mapping>(path: string, permission: P) {
  const { delete: _never, ...rest } = crud({ path, permission, row: Mode, draft: ModeDraft, columns })
  return reserveForCompany(
    controls({
      ...rest,
      ...toggles({ path, permission, row: Mode }),
      listSelection: read({
        path: `${path}/listSelection`,
        permission: 'signedIn',
        output: z.array(z.strictObject({ ...Choice.shape, kind: z.enum(modeKinds) })),
      }),
    }),
  )
}

/** How customers pay. What was once used is switched off and never removed. */
export const paymentModes = modes('/possetting/modeofpayment', 'manage_mode_of_payment_mapping')
/** How customers are paid. */
export const deliveryModes = modes('/possetting/modeofdelivery', 'manage_mode_of_delivery_mapping')
