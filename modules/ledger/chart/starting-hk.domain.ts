import type { StartingChart } from './starting-groups.domain.ts'

/** Hong Kong: no tax on sales, the provident fund, profits tax. */
export const startingHK: StartingChart = {
  renamed: {},
  ledgers: [
    {
      code: '2310',
      group: 'payroll',
      names: ['MPF payable', '應付強積金', '应付强积金', 'Phải nộp quỹ MPF'],
    },
    {
      code: '2360',
      group: 'nonCurrentLiabilities',
      names: [
        'Provision for long service payments',
        '長期服務金撥備',
        '长期服务金拨备',
        'Dự phòng trợ cấp thâm niên',
      ],
    },
    {
      code: '2400',
      group: 'taxes',
      names: ['Profits tax payable', '應付利得稅', '应付利得税', 'Thuế lợi tức phải nộp'],
    },
    {
      code: '6110',
      group: 'staff',
      names: ['MPF contributions', '強積金供款', '强积金供款', 'Đóng góp quỹ MPF'],
    },
    {
      code: '6140',
      group: 'staff',
      names: [
        'Employees’ compensation insurance',
        '僱員補償保險',
        '雇员补偿保险',
        'Bảo hiểm bồi thường lao động',
      ],
    },
    {
      code: '6150',
      group: 'staff',
      names: ['Long service payments', '長期服務金', '长期服务金', 'Trợ cấp thâm niên'],
    },
    {
      code: '6260',
      group: 'administration',
      names: ['Business registration fee', '商業登記費', '商业登记费', 'Phí đăng ký kinh doanh'],
    },
    { code: '6900', group: 'taxation', names: ['Profits tax', '利得稅', '利得税', 'Thuế lợi tức'] },
  ],
}
