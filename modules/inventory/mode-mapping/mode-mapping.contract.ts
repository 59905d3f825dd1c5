import * as z from 'zod'
import { controls, read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import { modeKinds } from '#modules/currencies/modes/modes.domain.ts'

const Mapped = z.object({
  modeId: Id,
  code: z.string(),
  name: z.string(),
  side: z.enum(['payment', 'delivery']),
  kind: z.enum(modeKinds),
  isEnabled: z.boolean(),
  /** What the mode moves: of local money, and of foreign. */
  parts: z.array(
    z.object({
      part: z.string(),
      money: z.enum(['local', 'foreign', 'any']),
      /** The account of its own; null where that of the part serves. */
      own: Id.nullable(),
      /** Where it leads; null: nowhere, and the mode cannot be used for it. */
      accountId: Id.nullable(),
    }),
  ),
})
export type Mapped = z.output<typeof Mapped>

const ModeAccounts = z.object({
  accounts: z.array(
    z.object({
      id: Id,
      name: z.string(),
      class: z.string(),
      keeps: z.string().nullable(),
      party: z.string().nullable(),
      isEnabled: z.boolean(),
    }),
  ),
  modes: z.array(Mapped),
})
export type ModeAccounts = z.output<typeof ModeAccounts>

export const ModeAccountDraft = z.strictObject({
  modeId: Id,
  part: z.string().max(40),
  /** Only in this branch, only for this currency; everywhere without. */
  branchId: Id.nullable().default(null),
  itemId: Id.nullable().default(null),
  /** Null: as the part goes without a mode. */
  accountId: Id.nullable(),
})
export type ModeAccountDraft = z.output<typeof ModeAccountDraft>

const path = '/posinventory/modemapping'

/** Which account moves when money comes in or goes out by a mode. */
export const modeMapping = reserveForCompany(
  controls({
    list: read({
      path: `${path}/list`,
      permission: ['view_mode_of_payment_mapping', 'view_mode_of_delivery_mapping'],
      output: ModeAccounts,
    }),
    update: write({
      path: `${path}/update`,
      kind: 'UPDATE',
      permission: ['manage_mode_of_payment_mapping', 'manage_mode_of_delivery_mapping'],
      input: ModeAccountDraft,
      output: ModeAccounts,
    }),
  }),
)
