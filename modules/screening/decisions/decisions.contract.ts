import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { Because, Id, Versioned } from '#kit/contract/shapes.contract.ts'
import { ScreeningDetail } from '../screenings/screenings.contract.ts'

const path = '/poscompliance/screening'
const permission = 'manage_screening'

export const decisions = {
  /**
   * Says of candidates that they are not the one who was asked for, that one of them is, or that they are put aside: those still
   * wait, and the screening with them.
   */
  decide: write({
    path: `${path}/decide`,
    kind: 'APPROVE',
    permission,
    input: z.strictObject({
      ...Versioned.shape,
      candidates: z.array(Id).min(1).max(500),
      outcome: z.enum(['no_hit', 'confirmed_hit', 'skipped']),
      note: Because,
    }),
    output: ScreeningDetail,
  }),
  /** Takes a screening for enough that could not be complete, once all that it found is decided on. */
  accept: write({
    path: `${path}/accept`,
    kind: 'APPROVE',
    permission,
    input: z.strictObject({ ...Versioned.shape, note: Because }),
    output: ScreeningDetail,
  }),
  /**
   * Looks once more at a hit that two people upheld: it was wrong, or the list has let the entry go. All stays as it is until
   * somebody else closes it again.
   */
  reopen: write({
    path: `${path}/reopen`,
    kind: 'APPROVE',
    permission,
    input: z.strictObject({ ...Versioned.shape, note: Because }),
    output: ScreeningDetail,
  }),
  /** A second person's word on a confirmed hit: it holds, or the customer is let go again. */
  close: write({
    path: `${path}/close`,
    kind: 'APPROVE',
    permission,
    input: z.strictObject({
      ...Versioned.shape,
      outcome: z.enum(['upheld', 'released']),
      note: Because,
    }),
    output: ScreeningDetail,
  }),
}
