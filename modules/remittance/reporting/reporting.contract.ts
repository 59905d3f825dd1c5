import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { Instant } from '#kit/contract/shapes.contract.ts'
import { Amount } from '../providers/providers.contract.ts'

const PartnerReport = z.object({
  /** Of the partner's address for reports. */
  code: z.string().regex(/^[\w-]{59}$/),
  /** The partner's own id of the report; the same at every repetition. */
  id: z.string().trim().min(1).max(100),
  /** Our reference. */
  reference: z.string().trim().min(1).max(100),
  status: z.enum(['accepted', 'ready', 'paid', 'rejected', 'returned', 'cancelled', 'cancelRefused']),
  /** Of what came back, in the currency in which the partner settles. */
  amount: Amount.nullish(),
  reason: z.string().max(500).nullish(),
  /** With an offset. */
  occurredAt: z.iso.datetime({ offset: true }).nullish(),
})
export type PartnerReport = z.output<typeof PartnerReport>

/** What partners report of orders by themselves; `docs/partners.md` has the form. */
export const partnerReports = {
  /** A report of a partner, signed and fresh, that is kept and applied once. */
  report: write({
    path: '/rmttransaction/report/{code}',
    kind: 'UPDATE',
    permission: 'anyone',
    ownTransaction: true,
    input: PartnerReport,
    output: z.object({ receivedAt: Instant }),
  }),
}
