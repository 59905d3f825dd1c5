import type { FieldFault } from '#kit/domain/refusal.domain.ts'

export const taxRoundings = ['line', 'receipt'] as const

/**
 * Whether a country asks for a written approval before goods are sold beside money. Malaysia: Money Services Business Act 2011
 * (Act 731), section 19: a licensee carries on no other business without the Bank's written approval.
 */
export const asksApproval = (country: string): boolean => country === 'MY'

/** Whether a deal and goods are settled in one basket where a company has not said so: the pack of Hong Kong has it off. */
export const mixesDealsIn = (country: string): boolean => country !== 'HK'

interface Policy {
  isOn: boolean
  reference: string
  approvedOn: string | null
  hasDocument: boolean
}

/** What is missing before goods may be sold, each fault at its field. `today` is the company's date. */
export function faultsOfPolicy(
  { isOn, reference, approvedOn, hasDocument }: Policy,
  { country, today }: { country: string; today: string },
): FieldFault[] {
  const fault = (field: string, code: string): FieldFault => ({ field, code, data: {} })
  const later = approvedOn !== null && approvedOn > today ? [fault('approvedOn', 'APPROVAL_LATER')] : []
  if (!isOn || !asksApproval(country)) return later
  return [
    ...(reference === '' ? [fault('reference', 'APPROVAL_MISSING')] : []),
    ...(approvedOn === null ? [fault('approvedOn', 'APPROVAL_MISSING')] : []),
    ...(hasDocument ? [] : [fault('document', 'APPROVAL_MISSING')]),
    ...later,
  ]
}
