import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  operations: {
    'profitReport.profitLoss': 'getProfitAndLoss',
    'profitReport.export': 'exportProfitAndLoss',
  },
  reads: {
    getDashboard: ['Get the dashboard', '查看儀表板', '查看仪表板', 'Xem bảng điều khiển'],
    getProfitAndLoss: ['Get profit and loss', '查看損益', '查看损益', 'Xem lãi lỗ'],
    exportProfitAndLoss: ['Download profit and loss', '下載損益', '下载损益', 'Tải lãi lỗ'],
  },
  descriptions: {
    "What matters now where the person works: stock and rates, today's volume and gain, what waits, what runs out.":
      [
        '使用者工作地點的現況：庫存與匯率、今日交易額與收益、待處理事項、即將用盡的存貨。',
        '用户工作地点的现况：库存与汇率、今日交易额与收益、待处理事项、即将用尽的存货。',
        'Tình hình nơi làm việc: tồn quỹ, tỷ giá, doanh số và lãi hôm nay, việc chờ, thứ sắp hết.',
      ],
    'What was earned between two business dates, by branch, currency and source; a reversal counts on the day of the reversal. The whole is what the accounts of gain and loss moved by.':
      [
        '兩個營業日期之間的收益，按分行、貨幣及來源；沖銷計入沖銷當日。合計等於損益科目的發生額。',
        '两个营业日期之间的收益，按分行、货币和来源；冲销计入冲销当日。合计等于损益科目的发生额。',
        'Lãi giữa hai ngày giao dịch, theo chi nhánh, tiền tệ và nguồn; đảo tính vào ngày đảo. Tổng bằng phát sinh của các tài khoản lãi lỗ.',
      ],
  },
}
