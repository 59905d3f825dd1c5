import { type FieldFault as Fault, Refusal } from '#kit/domain/refusal.domain.ts'
import { accountLists } from '../accounts/lists.server.ts'
import { checkRecipient, type FieldKey, type PayoutRules } from './fields.domain.ts'
import { latinName } from './latin-names.domain.ts'

interface Typed {
  recipientName: string
  recipient: Partial<Record<FieldKey, string>>
}

/** The longest name where no rule is shipped; SWIFT's. */
export const usualName = 35

/** A recipient as it is kept, with its doubts, before money is taken. Throws RECIPIENT_INVALID with every fault at its field. */
export function requireValidRecipient({ recipientName, recipient }: Typed, rule: PayoutRules | undefined) {
  const found = rule
    ? checkRecipient(rule, recipient, accountLists())
    : { faults: [], values: { ...recipient } }
  const latin = latinName(recipientName, rule?.nameLength ?? usualName)
  const stops: Fault[] = found.faults
    .filter(({ isDoubt }) => !isDoubt)
    .map(({ field, code, data }) => ({ field: `recipient.${field}`, code, data }))
  if ('code' in latin)
    stops.unshift({
      field: 'recipientName',
      code: latin.code,
      data: { length: latin.length, most: rule?.nameLength ?? usualName },
    })
  if (stops.length > 0) throw new Refusal('RECIPIENT_INVALID', {}, { fields: stops })
  return {
    recipientLatin: 'name' in latin ? latin.name : '',
    values: found.values,
    doubts: found.faults.map(({ field, code }) => ({ field, code })),
  }
}
