import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  nouns: {
    orders: ['RemittanceOrder', 'RemittanceOrders'],
  },
  operations: {
    'orders.historySummary': 'getRemittanceOrderHistorySummary',
    'orders.compare': 'comparePayouts',
    'orderCounter.listCorridors': 'listCorridors',
    'orderCounter.getRecipientFields': 'getRecipientFields',
    'orderCounter.listRecentRecipients': 'listRecentRecipients',
    'orderTracking.getTrackedOrder': 'getTrackedOrder',
  },
  resources: {
    providers: ['a provider', 'providers', '付款夥伴', '付款伙伴', 'đối tác chi trả'],
    orders: ['a remittance order', 'remittance orders', '匯款單', '汇款单', 'lệnh chuyển tiền'],
    payoutCurrencies: ['a payout currency', 'payout currencies', '派付貨幣', '派付货币', 'tiền tệ chi trả'],
    payoutBaseRates: [
      'a payout base rate',
      'payout base rates',
      '派付基準匯率',
      '派付基准汇率',
      'tỷ giá cơ sở chi trả',
    ],
    lowLimits: ['a low limit', 'low limits', '派付下限', '派付下限', 'hạn mức thấp'],
    purposeCodes: ['a purpose code', 'purpose codes', '用途代碼', '用途代码', 'mã mục đích'],
    recipientRules: ['a recipient rule', 'recipient rules', '收款人規則', '收款人规则', 'quy tắc người nhận'],
    payoutRates: ['a payout rate', 'payout rates', '付款匯率', '付款汇率', 'tỷ giá chi trả'],
  },
  reads: {
    comparePayouts: ['Compare what partners pay out', '比較各匯款商', '比较各汇款商', 'So sánh các đối tác'],
    getRemittanceOrderHistorySummary: [
      'Get what was sent, by corridor',
      '查看各匯款路線的匯出總額',
      '查看各汇款路线的汇出总额',
      'Xem số tiền đã gửi theo tuyến',
    ],
    getTrackedOrder: [
      'Get the state of an order by its code',
      '依代碼查看匯款狀態',
      '按代码查看汇款状态',
      'Xem trạng thái lệnh theo mã',
    ],
    listCorridors: [
      'List where providers pay out',
      '列出服務商的派付範圍',
      '列出服务商的派付范围',
      'Liệt kê nơi chi trả',
    ],
    getRecipientFields: [
      'Get what is asked of a recipient',
      '查看收款人所需資料',
      '查看收款人所需资料',
      'Xem thông tin cần của người nhận',
    ],
    listRecentRecipients: [
      'List recent recipients of a customer',
      '列出客戶的近期收款人',
      '列出客户的近期收款人',
      'Liệt kê người nhận gần đây',
    ],
  },
  descriptions: {
    'Null for every code that is not on a paper of ours, whatever is wrong with it. Nobody is named.': [
      '凡非本公司單據上的代碼均為 null。不顯示任何姓名。',
      '凡非本公司单据上的代码均为 null。不显示任何姓名。',
      'Null với mọi mã không có trên giấy tờ của ta. Không nêu tên ai.',
    ],
    'The disclosure before it is paid, the receipt after it, and its void once it is given up.': [
      '付款前為告知書，付款後為收據，放棄後為作廢單據。',
      '付款前为告知书，付款后为收据，放弃后为作废单据。',
      'Trước khi trả là bản thông báo, sau đó là biên lai, khi hủy là bản vô hiệu.',
    ],
    'What was sent between two days, by corridor; what was cancelled or expired does not count.': [
      '兩日之間按路線的匯出額；已取消或逾期的不計。',
      '两日之间按路线的汇出额；已取消或逾期的不计。',
      'Số đã gửi giữa hai ngày theo tuyến; lệnh hủy hoặc hết hạn không tính.',
    ],
    'What each partner pays out, what it costs and when it arrives: the best first.': [
      '各服務商的派付額、費用與到賬日，最優者在前。',
      '各服务商的派付额、费用与到账日，最优者在前。',
      'Mỗi đối tác chi trả bao nhiêu, phí và ngày đến: tốt nhất trước.',
    ],
    'Where partners that are switched on pay out, in what, and how.': [
      '已啟用的服務商在何處、以何種貨幣與方式派付。',
      '已启用的服务商在何处、以何种货币与方式派付。',
      'Đối tác đang bật chi trả ở đâu, bằng gì và cách nào.',
    ],
    'The recipients whom a customer has sent money to, the latest first.': [
      '客戶曾匯款的收款人，最近者在前。',
      '客户曾汇款的收款人，最近者在前。',
      'Những người khách đã gửi tiền, gần nhất trước.',
    ],
  },
}
