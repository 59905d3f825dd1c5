import type { StartingChart } from './starting-groups.domain.ts'

/** Singapore: goods and services tax, the provident fund and the levies on wages, income tax. */
export const startingSG: StartingChart = {
  renamed: {
    '2100': ['GST output tax', '消費稅銷項（GST）', '消费税销项（GST）', 'Thuế GST đầu ra'],
    '2110': ['GST input tax', '消費稅進項（GST）', '消费税进项（GST）', 'Thuế GST đầu vào'],
  },
  ledgers: [
    {
      code: '2120',
      group: 'taxes',
      names: [
        'GST settlement with IRAS',
        '與稅務局結算之消費稅',
        '与税务局结算的消费税',
        'Quyết toán GST với IRAS',
      ],
    },
    {
      code: '2310',
      group: 'payroll',
      names: ['CPF payable', '應付公積金（CPF）', '应付公积金（CPF）', 'Phải nộp quỹ CPF'],
    },
    {
      code: '2320',
      group: 'payroll',
      names: [
        'Skills development levy payable',
        '應付技能發展稅',
        '应付技能发展税',
        'Phải nộp phí phát triển kỹ năng',
      ],
    },
    {
      code: '2330',
      group: 'payroll',
      names: [
        'Foreign worker levy payable',
        '應付外籍員工稅',
        '应付外籍员工税',
        'Phải nộp phí lao động nước ngoài',
      ],
    },
    {
      code: '2340',
      group: 'payroll',
      names: [
        'Self-help group funds payable',
        '應付自助團體基金',
        '应付自助团体基金',
        'Phải nộp quỹ tương trợ',
      ],
    },
    {
      code: '2400',
      group: 'taxes',
      names: ['Income tax payable', '應付所得稅', '应付所得税', 'Thuế thu nhập phải nộp'],
    },
    {
      code: '6110',
      group: 'staff',
      names: ['CPF contributions', '公積金供款（CPF）', '公积金缴款（CPF）', 'Đóng góp quỹ CPF'],
    },
    {
      code: '6120',
      group: 'staff',
      names: ['Skills development levy', '技能發展稅', '技能发展税', 'Phí phát triển kỹ năng'],
    },
    {
      code: '6130',
      group: 'staff',
      names: ['Foreign worker levy', '外籍員工稅', '外籍员工税', 'Phí lao động nước ngoài'],
    },
    { code: '6900', group: 'taxation', names: ['Income tax', '所得稅', '所得税', 'Thuế thu nhập'] },
  ],
}
