import type { StartingChart } from './starting-groups.domain.ts'

/** Malaysia: sales and service tax, the deductions from wages and the contributions of the employer, company tax. */
export const startingMY: StartingChart = {
  renamed: {
    '2100': ['SST payable', '應付銷售及服務稅（SST）', '应付销售及服务税（SST）', 'Thuế SST phải nộp'],
  },
  ledgers: [
    {
      code: '2310',
      group: 'payroll',
      names: ['EPF payable', '應付僱員公積金（EPF）', '应付雇员公积金（EPF）', 'Phải nộp quỹ EPF'],
    },
    {
      code: '2320',
      group: 'payroll',
      names: ['SOCSO payable', '應付社會保險（SOCSO）', '应付社会保险（SOCSO）', 'Phải nộp bảo hiểm SOCSO'],
    },
    {
      code: '2330',
      group: 'payroll',
      names: [
        'EIS payable',
        '應付就業保險（EIS）',
        '应付就业保险（EIS）',
        'Phải nộp bảo hiểm thất nghiệp EIS',
      ],
    },
    {
      code: '2340',
      group: 'payroll',
      names: ['PCB payable', '應付每月預扣稅（PCB）', '应付每月预扣税（PCB）', 'Phải nộp thuế khấu trừ PCB'],
    },
    {
      code: '2350',
      group: 'payroll',
      names: [
        'HRD levy payable',
        '應付人力資源發展徵費',
        '应付人力资源发展征费',
        'Phải nộp phí phát triển nhân lực',
      ],
    },
    {
      code: '2400',
      group: 'taxes',
      names: ['Company tax payable', '應付公司稅', '应付公司税', 'Thuế thu nhập công ty phải nộp'],
    },
    {
      code: '6110',
      group: 'staff',
      names: ['EPF contributions', '僱員公積金供款（EPF）', '雇员公积金缴款（EPF）', 'Đóng góp quỹ EPF'],
    },
    {
      code: '6120',
      group: 'staff',
      names: [
        'SOCSO and EIS contributions',
        '社會及就業保險供款',
        '社会及就业保险缴款',
        'Đóng góp SOCSO và EIS',
      ],
    },
    {
      code: '6130',
      group: 'staff',
      names: ['HRD levy', '人力資源發展徵費', '人力资源发展征费', 'Phí phát triển nhân lực'],
    },
    { code: '6900', group: 'taxation', names: ['Company tax', '公司稅', '公司税', 'Thuế thu nhập công ty'] },
  ],
}
