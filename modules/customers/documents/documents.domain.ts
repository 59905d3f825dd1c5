import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import { identityTypes } from '../profiles/profiles.domain.ts'

/** Papers that a customer has: those one identifies with, and others. */
export const documentTypes = [
  ...identityTypes,
  'REGISTRATION',
  'LICENCE',
  'BOARD_RESOLUTION',
  'OWNERSHIP_CHART',
  'PROOF_OF_ADDRESS',
  'PROOF_OF_FUNDS',
  'OTHER',
] as const

/** What a rule may ask a copy of, and the kind of paper that is one; null is the paper that a person identifies with. */
export const paperOf = {
  idImage: null,
  proofOfAddress: 'PROOF_OF_ADDRESS',
  proofOfFunds: 'PROOF_OF_FUNDS',
  boardResolution: 'BOARD_RESOLUTION',
  ownershipChart: 'OWNERSHIP_CHART',
} as const satisfies Record<string, (typeof documentTypes)[number] | null>
export type Evidence = keyof typeof paperOf

/** How somebody made sure that a paper is real. */
export const verificationMethods = ['ORIGINAL', 'CERTIFIED_COPY', 'REGISTRY', 'VIDEO'] as const

export type Side = 'back' | 'front'

/** What cannot be true of a paper. `today` is `YYYY-MM-DD` where the company is. */
export function documentFaults(
  { idIssueDate, idExpiryDate }: { idIssueDate: string | null; idExpiryDate: string | null },
  today: string,
): FieldFault[] {
  const faults: FieldFault[] = []
  if (idIssueDate && idIssueDate > today) faults.push({ field: 'idIssueDate', code: 'DATE_LATER' })
  if (idIssueDate && idExpiryDate && idExpiryDate < idIssueDate)
    faults.push({ field: 'idExpiryDate', code: 'ENDS_BEFORE' })
  return faults
}
