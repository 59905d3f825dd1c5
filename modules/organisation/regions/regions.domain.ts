import { type Refusal, refuseField } from '#kit/domain/refusal.domain.ts'

/** What is switched off takes nothing in: an enabled region has the branch, or none has. */
export const regionDisabled = (field: string): Refusal => refuseField(field, 'REGION_DISABLED')
