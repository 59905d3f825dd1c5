import type { FourNames, StartingChart, StartingLedger } from './starting-groups.domain.ts'
import { startingHK } from './starting-hk.domain.ts'
import { startingMY } from './starting-my.domain.ts'
import { startingSG } from './starting-sg.domain.ts'

/** What an accountant keeps in each of the countries. */
const usualLedgers: readonly StartingLedger[] = [
  {
    code: '1440',
    group: 'receivables',
    names: ['Deposits and prepayments', '按金及預付款', '押金及预付款', 'Đặt cọc và trả trước'],
  },
  {
    code: '1510',
    group: 'nonCurrentAssets',
    names: ['Furniture and equipment', '傢俬及設備', '家具及设备', 'Nội thất và thiết bị'],
  },
  {
    code: '1519',
    group: 'nonCurrentAssets',
    names: ['Accumulated depreciation', '累計折舊', '累计折旧', 'Hao mòn lũy kế'],
  },
  { code: '2300', group: 'payroll', names: ['Salaries payable', '應付薪金', '应付工资', 'Lương phải trả'] },
  {
    code: '2410',
    group: 'nonCurrentLiabilities',
    names: ['Deferred tax', '遞延稅項', '递延税项', 'Thuế hoãn lại'],
  },
  {
    code: '2500',
    group: 'nonCurrentLiabilities',
    names: ['Term loans', '定期貸款', '定期贷款', 'Vay dài hạn'],
  },
  { code: '6100', group: 'staff', names: ['Salaries', '薪金', '工资', 'Tiền lương'] },
  { code: '6200', group: 'administration', names: ['Rent', '租金', '租金', 'Tiền thuê'] },
  {
    code: '6210',
    group: 'administration',
    names: ['Utilities and telephone', '水電及電話', '水电及电话', 'Điện nước và điện thoại'],
  },
  {
    code: '6220',
    group: 'administration',
    names: ['Licence and regulatory fees', '牌照及監管費用', '牌照及监管费用', 'Phí giấy phép và quản lý'],
  },
  {
    code: '6230',
    group: 'administration',
    names: ['Audit and professional fees', '審計及專業費用', '审计及专业费用', 'Phí kiểm toán và tư vấn'],
  },
  { code: '6240', group: 'administration', names: ['Insurance', '保險', '保险', 'Bảo hiểm'] },
  { code: '6250', group: 'administration', names: ['Depreciation', '折舊', '折旧', 'Khấu hao'] },
]

export const startingCountries = ['MY', 'HK', 'SG'] as const
export type StartingCountry = (typeof startingCountries)[number]

const ofCountry: Record<StartingCountry, StartingChart> = { MY: startingMY, HK: startingHK, SG: startingSG }

/** The starting chart of a country, by code. */
export function startingChart(country: StartingCountry): StartingChart {
  const { ledgers, renamed } = ofCountry[country]
  return { ledgers: [...usualLedgers, ...ledgers].toSorted((a, b) => a.code.localeCompare(b.code)), renamed }
}

/** Whether a load changes nothing. */
export const isNothing = (
  found: Readonly<Record<'added' | 'changed' | 'groups', readonly unknown[]>>,
): boolean => found.groups.length + found.added.length + found.changed.length === 0

/** Names as a ledger and a group keep them. */
export const namesOfFour = ([name, nameZhHant, nameZhHans, nameVi]: FourNames) => ({
  name,
  nameZhHant,
  nameZhHans,
  nameVi,
})
