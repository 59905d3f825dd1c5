import type { AppCode } from './pages.domain.ts'

/** The application types of specification 000, 1. */
export const applicationTypes = {
  Unspecified: 0,
  MoneyChanging: 1,
  Remittance: 2,
  Accounting: 3,
  Retail: 4,
  Screening: 5,
  Comply: 6,
} as const
export type ApplicationType = (typeof applicationTypes)[keyof typeof applicationTypes]

/** The application type of each app of the switcher. */
export const typeOfApp: Record<AppCode, ApplicationType> = {
  mc: applicationTypes.MoneyChanging,
  accounting: applicationTypes.Accounting,
  posretail: applicationTypes.Retail,
  remittance: applicationTypes.Remittance,
}

const typesBySource: Record<string, ApplicationType> = {
  deal: applicationTypes.MoneyChanging,
  adjustment: applicationTypes.MoneyChanging,
  correction: applicationTypes.MoneyChanging,
  count: applicationTypes.MoneyChanging,
  transfer: applicationTypes.MoneyChanging,
  manualEntry: applicationTypes.Accounting,
  retailSale: applicationTypes.Retail,
  goodsReceipt: applicationTypes.Retail,
}

/** The application that a journal entry is from, by the type of its source; Unspecified where none is known. */
export const typeOfSource = (sourceType: string): ApplicationType =>
  typesBySource[sourceType] ?? applicationTypes.Unspecified
