import type { AccountClass } from '../accounts/accounts.domain.ts'

/** English, Traditional Chinese, Simplified Chinese, Vietnamese. */
export type FourNames = readonly [en: string, zhHant: string, zhHans: string, vi: string]

interface StartingGroup {
  class: AccountClass
  names: FourNames
  within?: string
  /** The seeded ledgers that lie in it. */
  seeded?: readonly string[]
}

/** A ledger beside those that every company has. */
export interface StartingLedger {
  code: string
  /** Its group, which gives it its class. */
  group: keyof typeof startingGroups
  names: FourNames
}

/** What a country adds to the ledgers that every company has, and what it calls some of those. */
export interface StartingChart {
  ledgers: readonly StartingLedger[]
  renamed: Readonly<Record<string, FourNames>>
}

/** The groups of the statements that IAS 1 asks for, which MFRS, HKFRS and SFRS(I) follow; parents first. */
export const startingGroups = {
  currentAssets: { class: 'asset', names: ['Current assets', '流動資產', '流动资产', 'Tài sản ngắn hạn'] },
  cash: {
    class: 'asset',
    within: 'currentAssets',
    names: ['Cash and cash equivalents', '現金及現金等價物', '现金及现金等价物', 'Tiền và tương đương tiền'],
    seeded: ['1000', '1010', '1020', '1100', '1110', '1190', '1200', '1210'],
  },
  receivables: {
    class: 'asset',
    within: 'currentAssets',
    names: [
      'Trade and other receivables',
      '應收帳款及其他應收款',
      '应收账款及其他应收款',
      'Các khoản phải thu',
    ],
    seeded: ['1300', '1310', '1320', '1400', '1410', '1430', '2110'],
  },
  inventories: {
    class: 'asset',
    within: 'currentAssets',
    names: ['Inventories', '存貨', '存货', 'Hàng tồn kho'],
    seeded: ['1120', '1130'],
  },
  nonCurrentAssets: {
    class: 'asset',
    names: ['Non-current assets', '非流動資產', '非流动资产', 'Tài sản dài hạn'],
    seeded: ['1500'],
  },
  currentLiabilities: {
    class: 'liability',
    names: ['Current liabilities', '流動負債', '流动负债', 'Nợ ngắn hạn'],
  },
  payables: {
    class: 'liability',
    within: 'currentLiabilities',
    names: ['Trade and other payables', '應付帳款及其他應付款', '应付账款及其他应付款', 'Các khoản phải trả'],
    seeded: ['2000', '2010', '2020', '2030', '2040', '2050', '2060', '2200', '2210'],
  },
  payroll: {
    class: 'liability',
    within: 'currentLiabilities',
    names: ['Payroll liabilities', '薪酬負債', '薪酬负债', 'Phải trả người lao động'],
  },
  taxes: {
    class: 'liability',
    within: 'currentLiabilities',
    names: ['Tax liabilities', '稅項負債', '税项负债', 'Thuế phải nộp'],
    seeded: ['2100'],
  },
  nonCurrentLiabilities: {
    class: 'liability',
    names: ['Non-current liabilities', '非流動負債', '非流动负债', 'Nợ dài hạn'],
  },
  revenue: {
    class: 'income',
    names: ['Revenue', '營業收入', '营业收入', 'Doanh thu'],
    seeded: ['4000', '4010', '4020', '4030', '4035', '4040'],
  },
  otherIncome: {
    class: 'income',
    names: ['Other income', '其他收入', '其他收入', 'Thu nhập khác'],
    seeded: ['4050', '4060'],
  },
  costs: {
    class: 'expense',
    names: ['Cost of business', '營業成本', '营业成本', 'Chi phí kinh doanh'],
    seeded: ['5000', '5010', '5020', '5030', '5040', '5050', '5060', '5061', '5062', '5070', '5080'],
  },
  staff: { class: 'expense', names: ['Staff costs', '員工成本', '员工成本', 'Chi phí nhân viên'] },
  administration: {
    class: 'expense',
    names: ['Administrative expenses', '行政開支', '行政费用', 'Chi phí quản lý'],
    seeded: ['6000'],
  },
  taxation: { class: 'expense', names: ['Taxation', '稅項', '税项', 'Chi phí thuế'] },
} as const satisfies Record<string, StartingGroup>
