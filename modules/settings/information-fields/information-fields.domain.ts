import { type CustomerType, customerTypes } from '../configuration/configuration.domain.ts'

/** Whether a form shows a field, and whether it must be filled. */
export const fieldOptions = ['HIDDEN', 'OPTIONAL', 'REQUIRED'] as const
export type FieldOption = (typeof fieldOptions)[number]

/** What happens to a deal while a required field of its customer is empty. */
export const fieldActions = ['NONE', 'WARN', 'BLOCK'] as const
export type FieldAction = (typeof fieldActions)[number]

/** The customer types that have information fields. */
export const fieldTypes = [customerTypes.Individual, customerTypes.Corporate] as const
export type FieldType = (typeof fieldTypes)[number]

const words = (text: string) => text.trim().split(/\s+/)

/** What may be configured, for each customer type in the order of its form. The name of a customer is always asked. */
export const customizableFields: Record<FieldType, readonly string[]> = {
  1: words(`
    nationality gender dateOfBirth placeOfBirth countryOfBirth
    idType idNumber idIssuingCountry idIssueDate idExpiryDate idImage
    address city state postcode country phone email
    occupation employer natureOfBusiness taxNumber politicallyExposed
    purpose sourceOfFunds sourceOfWealth expectedActivity remarks`),
  2: words(`
    registrationNumber dateOfIncorporation countryOfIncorporation natureOfBusiness
    registeredAddress businessAddress phone email website contactPerson
    taxNumber licenceNumber boardResolution ownershipChart annualTurnover
    purpose sourceOfFunds expectedActivity remarks`),
}

/** What simplified due diligence asks of everybody; the rest is asked by the tiers of due diligence when they apply. */
const requiredAtFirst: Record<FieldType, readonly string[]> = {
  1: ['nationality', 'idType', 'idNumber'],
  2: ['registrationNumber'],
}

export interface FieldRule {
  customerType: FieldType
  fieldCode: string
  option: FieldOption
  actionCode: FieldAction
}

/** Whether a customer type has such a field. */
export const isCustomizable = (customerType: CustomerType, fieldCode: string): boolean =>
  (customizableFields as Partial<Record<number, readonly string[]>>)[customerType]?.includes(fieldCode) ===
  true

/** The rule of every field: what the company keeps, else the default. */
export const fieldRules = (kept: readonly FieldRule[]): FieldRule[] =>
  fieldTypes.flatMap((customerType) =>
    customizableFields[customerType].map(
      (fieldCode) =>
        kept.find((one) => one.customerType === customerType && one.fieldCode === fieldCode) ?? {
          customerType,
          fieldCode,
          option: requiredAtFirst[customerType].includes(fieldCode) ? 'REQUIRED' : 'OPTIONAL',
          actionCode: requiredAtFirst[customerType].includes(fieldCode) ? 'BLOCK' : 'NONE',
        },
    ),
  )
