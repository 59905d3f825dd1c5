import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Assessment } from './assess.server.ts'

/**
 * Refuses what due diligence does not let happen: with the code of what blocks it, or DUE_DILIGENCE_MISSING with every field and paper
 * that the customer's file lacks. `own`: the fields that the document itself answers.
 */
export function refuseLacking({ stops, missing, tier }: Assessment, own: ReadonlySet<string>): void {
  const blocks = stops.filter(({ level }) => level === 'block')
  if (blocks[0]) {
    const fields = blocks.map(({ code }) => ({ field: 'customerId', code }))
    throw new Refusal(blocks[0].code, {}, { fields })
  }
  const fields: FieldFault[] = [
    ...missing.fields
      .filter((field) => !own.has(field))
      .map((field) => ({ field: `customer.${field}`, code: 'FIELD_REQUIRED' })),
    // Where enhanced due diligence is asked, compliance sees what is there before it lets it through.
    ...(tier === 'EDD' ? [] : missing.documents).map((paper) => ({
      field: `customer.${paper}`,
      code: 'DOCUMENT_REQUIRED',
    })),
  ]
  if (fields.length > 0) throw new Refusal('DUE_DILIGENCE_MISSING', {}, { fields })
}
