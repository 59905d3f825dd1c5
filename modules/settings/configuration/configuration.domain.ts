/** The customer types of specification 000, 3; `None` stands for every customer. */
export const customerTypes = { None: 0, Individual: 1, Corporate: 2 } as const
export type CustomerType = (typeof customerTypes)[keyof typeof customerTypes]

/** An amount of local currency: at most 14 digits before the point and 4 after it. */
const isAmount = (value: string) => /^\d{1,14}(\.\d{1,4})?$/.test(value)

const isPasswordLength = (value: string) =>
  /^\d{1,2}$/.test(value) && Number(value) >= 4 && Number(value) <= 64

/** A person and the accounts that they made are one for at most a year; 0: not at all. */
const isDays = (value: string) => /^\d{1,3}$/.test(value) && Number(value) <= 365

/** At most a day. */
const isMinutes = (value: string) => /^\d{1,4}$/.test(value) && Number(value) <= 1440

/** What a company configures, each with its default and the values it may have; specification 000, 3 and 9. */
export const configKeys = {
  RATE_PRECISION: {
    default: '8',
    values: ['0', '1', '2', '3', '4', '5', '6', '7', '8'],
    byCustomerType: false,
  },
  RATE_SETTING_TYPE: { default: '0', values: ['0', '1'], byCustomerType: true },
  /** By how much a count may differ, in local currency, before it is made once more. */
  COUNT_TOLERANCE: { default: '0', values: isAmount, byCustomerType: false },
  /** Whether stock is kept at all: without it there are no pages of stock, and deals post value only. */
  INVENTORY_ENABLED: { default: '1', values: ['0', '1'], byCustomerType: false },
  /** Whether stock that moves within a branch goes from hand to hand, and is not on its way between. */
  TRANSIT_WITHIN_BRANCH: { default: 'SKIPPED', values: ['SKIPPED', 'KEPT'], byCustomerType: false },
  /** Whether a revaluation goes back by itself in the next period, or its values stay; domain 3.5. */
  REVALUATION_METHOD: {
    default: 'AUTO_REVERSING',
    values: ['AUTO_REVERSING', 'PERMANENT'],
    byCustomerType: false,
  },
  /** The month with which a fiscal year begins. */
  FISCAL_YEAR_START: {
    default: '1',
    values: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
    byCustomerType: false,
  },
  /** For how many minutes a paid remittance is cancelled for nothing; after them its fee stays. 0: its fee always stays. */
  REMITTANCE_FREE_CANCEL_MINUTES: { default: '30', values: isMinutes, byCustomerType: false },
  /** Whether fee and tax stay where a remittance comes back or is rejected by the partner. */
  REMITTANCE_KEEPS_FEE: { default: '0', values: ['0', '1'], byCustomerType: false },
  /** The least length of a new password; the specification's is 4. */
  PASSWORD_LENGTH: { default: '4', values: isPasswordLength, byCustomerType: false },
  /** Whether new passwords are refused that are common, or have a word of the user, the company or the product in them. */
  PASSWORD_GUESSABLE: { default: 'ALLOWED', values: ['ALLOWED', 'REFUSED'], byCustomerType: false },
  /** For how many days an account counts as whoever made it or set its password, where a second person is asked for. */
  SELVES_DAYS: { default: '14', values: isDays, byCustomerType: false },
  /** Of the sign-in screen, and of a person who has chosen none; specification 000, 9. */
  DEFAULT_LANGUAGE: { default: 'en', values: ['en', 'zh_Hant', 'zh_Hans', 'vi'], byCustomerType: false },
} as const
export type ConfigKey = keyof typeof configKeys

/** The values of RATE_SETTING_TYPE. */
export const rateSettingTypes = { BASEMARGINRATE: '0', CUSTOMRATE: '1' } as const

/** One value that a company keeps; without a customer type it is that of all customers. */
export interface Kept {
  key: ConfigKey
  customerType: number | null
  value: string
}

/** The value for a customer type: its own, else that for all, else the default. */
export function configValue(kept: readonly Kept[], key: ConfigKey, customerType: CustomerType = 0): string {
  const own = kept.filter((one) => one.key === key)
  const of = (type: number | null) => own.find((one) => one.customerType === type)?.value
  return (customerType === 0 ? undefined : of(customerType)) ?? of(null) ?? configKeys[key].default
}

/** The parts of the product that a company may do without, each with the code that refuses their calls there. */
export const featureCodes: Readonly<Record<string, string>> = { stock: 'STOCK_NOT_KEPT' }
