import { Refusal } from '#kit/domain/refusal.domain.ts'

/** A refusal at a field. */
export const fault = (field: string, code: string, data: Record<string, string | number> = {}) =>
  new Refusal(code, data, { fields: [{ field, code, data }] })
