import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  nouns: {
    feeSettings: ['Fee', 'Fees'],
  },
  operations: {
    'feeSettings.calculate': 'calculateFees',
  },
  resources: {
    feeSettings: ['a fee', 'fees', '手續費', '手续费', 'phí'],
  },
  reads: {
    calculateFees: [
      'Calculate the fees of an amount',
      '計算手續費',
      '计算手续费',
      'Tính phí của một số tiền',
    ],
  },
  descriptions: {
    'The fees of a deal before it is made; lines under the same rule are charged together.': [
      '交易成立前的手續費；適用同一規則的項目合併計收。',
      '交易成立前的手续费；适用同一规则的项目合并计收。',
      'Phí của giao dịch trước khi lập; các dòng cùng quy tắc tính chung.',
    ],
  },
}
