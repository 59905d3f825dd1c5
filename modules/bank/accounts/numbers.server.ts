import { isValidBIC, isValidIBAN } from 'ibantools'
import type { FieldFault } from '#kit/domain/refusal.domain.ts'

/** Where money is sent to, as it was typed. */
export interface BankDetails {
  bic: string
  number: string
}

/** A number of an account without what it is grouped by. */
const plainNumber = (text: string): string => text.replaceAll(/[\s./-]/g, '').toUpperCase()

/** Whether it is written as an IBAN: two letters and two digits before the rest. */
export const isIban = (number: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(number)

/** As they are kept: the number plain, the BIC in capitals. */
export const plainDetails = <D extends BankDetails>(details: D): D => ({
  ...details,
  bic: details.bic.replaceAll(/\s/g, '').toUpperCase(),
  number: plainNumber(details.number),
})

/** What is wrong with the form of plain details: ISO 9362 for the BIC, ISO 13616 with its check digits for an IBAN. */
export function detailFaults({ bic, number }: BankDetails): FieldFault[] {
  return [
    ...(bic !== '' && !isValidBIC(bic) ? [{ field: 'bic', code: 'BIC_INVALID', data: {} }] : []),
    ...(isIban(number) && !isValidIBAN(number) ? [{ field: 'number', code: 'IBAN_INVALID', data: {} }] : []),
    ...(number !== '' && !/^[A-Z0-9]{4,34}$/.test(number)
      ? [{ field: 'number', code: 'ACCOUNT_NUMBER_INVALID', data: {} }]
      : []),
  ]
}
