import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  operations: {
    'deals.allList': 'listAllDeals',
    'deals.pending': 'listPendingDeals',
    'deals.history': 'listDealHistory',
    'deals.cancelled': 'listCancelledDeals',
    'deals.approvals': 'listDealsToApprove',
    'deals.totals': 'getDealTotals',
    'deals.accounts': 'listDealBankAccounts',
    'deals.askReversal': 'requestDealReversal',
    'deals.clearPayment': 'updateDealPayment',
    'statistics.customer': 'getCustomerDealStatistics',
    'dealDocuments.print': 'printDealReceipt',
    'dealDocuments.printQuote': 'printDealQuote',
    'dealExport.export': 'exportDeals',
    'verification.verify': 'verifyReceipt',
    'thirdParties.uploadCopy': 'uploadThirdPartyDocument',
    'thirdParties.copy': 'downloadThirdPartyDocument',
  },
  resources: {
    deals: ['a deal', 'deals', '交易', '交易', 'giao dịch'],
  },
  reads: {
    listAllDeals: [
      'List deals in every state',
      '列出所有狀態的交易',
      '列出所有状态的交易',
      'Các giao dịch ở mọi trạng thái',
    ],
    listPendingDeals: ['List pending deals', '列出待處理交易', '列出待处理交易', 'Các giao dịch đang chờ'],
    listDealHistory: [
      'List settled and reversed deals',
      '列出已交割與已沖正交易',
      '列出已交割与已冲正交易',
      'Các giao dịch đã tất toán và đã đảo',
    ],
    listCancelledDeals: [
      'List cancelled and rejected deals',
      '列出已取消與已拒絕交易',
      '列出已取消与已拒绝交易',
      'Các giao dịch đã hủy và bị từ chối',
    ],
    listDealsToApprove: [
      'List deals that the user may decide',
      '列出使用者可審批的交易',
      '列出用户可审批的交易',
      'Các giao dịch chờ mình quyết định',
    ],
    getDealTotals: [
      'Get the totals of a list of deals',
      '查看交易清單的合計',
      '查看交易清单的合计',
      'Xem tổng của danh sách giao dịch',
    ],
    listDealBankAccounts: [
      'List the bank accounts that the counter deals by',
      '列出櫃檯可用的銀行帳戶',
      '列出柜台可用的银行账户',
      'Các tài khoản ngân hàng dùng tại quầy',
    ],
    priceDeal: ['Price a deal', '試算交易', '试算交易', 'Tính giá giao dịch'],
    getCustomerDealStatistics: [
      'Get the deal statistics of a customer',
      '查看客戶的交易統計',
      '查看客户的交易统计',
      'Xem thống kê giao dịch của khách hàng',
    ],
    getWorkflowSetting: [
      'Get the transaction workflow',
      '查看交易流程設定',
      '查看交易流程设置',
      'Xem thiết lập quy trình giao dịch',
    ],
    verifyReceipt: ['Verify a receipt', '驗證收據', '验证收据', 'Xác minh biên nhận'],
    downloadThirdPartyDocument: [
      'Download the copy of a third party’s document',
      '下載第三方證件副本',
      '下载第三方证件副本',
      'Tải bản sao giấy tờ của bên thứ ba',
    ],
  },
  descriptions: {
    "Of every branch that may be seen, without the lists' states.": [
      '所有可查看分行的交易，不限清單的狀態。',
      '所有可查看分行的交易，不限列表的状态。',
      'Của mọi chi nhánh được xem, không giới hạn trạng thái.',
    ],
    'What waits for the decision of the person who asks: by right, limit and place, and never what they made.':
      [
        '待查詢者審批的交易：視權限、限額及地點而定，且不含其本人製單的交易。',
        '待查询者审批的交易：视权限、限额和地点而定，且不含其本人制单的交易。',
        'Giao dịch chờ người hỏi quyết định: theo quyền, hạn mức và nơi, trừ giao dịch họ lập.',
      ],
    'Sums of what a list shows, over all of its pages.': [
      '清單內容的合計，涵蓋所有頁面。',
      '列表内容的合计，涵盖所有页面。',
      'Tổng của danh sách, qua mọi trang.',
    ],
    'By its own id, or by that of one of its handovers, which is what the journal names.': [
      '依交易本身的 id，或依其某次交收的 id，即日記帳所載者。',
      '按交易本身的 id，或按其某次交收的 id，即日记账所载的。',
      'Theo id giao dịch, hoặc id một lần giao như ghi trong nhật ký.',
    ],
    'What the house would say to a basket: rates, amounts, fees, gates, what is missing and why.': [
      '試算交易內容：匯率、金額、手續費、關卡，以及欠缺甚麼及原因。',
      '试算交易内容：汇率、金额、手续费、关卡，以及缺少什么及原因。',
      'Tính thử: tỷ giá, số tiền, phí, cổng, còn thiếu gì và vì sao.',
    ],
    'The accounts at banks by which the counter of the working space may take in and give out foreign money.':
      [
        '工作空間的櫃檯可用以收付外幣的銀行帳戶。',
        '工作空间的柜台可用以收付外币的银行账户。',
        'Các tài khoản ngân hàng để quầy của không gian làm việc nhận và trả ngoại tệ.',
      ],
    'A new deal at the counter of the working space, taken as far as `upTo` says; it stays where a gate opens.':
      [
        '在工作空間的櫃檯新增交易，進行至 `upTo` 所示步驟；遇關卡即停留。',
        '在工作空间的柜台新建交易，进行到 `upTo` 所示步骤；遇关卡即停留。',
        'Giao dịch mới tại quầy của không gian làm việc, đi tới `upTo`; dừng khi có cổng.',
      ],
    'Another content of a deal that is not settled: its gates open anew when it is submitted.': [
      '更改未結算交易的內容：提交時須重新通過關卡。',
      '更改未结算交易的内容：提交时须重新通过关卡。',
      'Đổi nội dung giao dịch chưa tất toán: khi gửi phải qua cổng lại.',
    ],
    'Hands over what is agreed: these lines, or all that are left; with these payments, or those that were agreed.':
      [
        '交收已議定的內容：所列各項，或餘下全部；以所列付款，或原議定的付款。',
        '交收已议定的内容：所列各项，或余下全部；以所列付款，或原议定的付款。',
        'Giao phần đã thỏa thuận: các dòng này hoặc phần còn lại; với thanh toán này hoặc đã thỏa thuận.',
      ],
    'Says that money which comes another way than over the counter is there, is good, or came back: never by the maker.':
      [
        '標示非經櫃檯收取的款項已到、已結清或已退回：不得由製單人操作。',
        '标示非经柜台收取的款项已到、已结清或已退回：不得由制单人操作。',
        'Xác nhận tiền không qua quầy đã về, đã quyết toán hay bị trả lại: không do người lập.',
      ],
    'A rest whose rate has moved is pending until another person approves its old rate; then the maker can settle it on that day.':
      [
        '餘下部分的匯率如有變動，須待另一人批准原匯率；其後製單人可於當日結算。',
        '余下部分的汇率如有变动，须待另一人批准原汇率；之后制单人可在当日结算。',
        'Phần còn lại đã đổi tỷ giá chờ người khác duyệt tỷ giá cũ; rồi người lập tất toán trong ngày.',
      ],
    "A reversal above one's own limit is pending until a person whose limit covers it approves; then the deal can be reversed.":
      [
        '超出本人限額的沖銷，須待限額足夠的人批准；其後可沖銷交易。',
        '超出本人限额的冲销，须待限额足够的人批准；之后可冲销交易。',
        'Đảo vượt hạn mức của mình phải chờ người đủ hạn mức duyệt; rồi mới đảo được.',
      ],
    'The receipt; of a deal that was reversed or ended, its void.': [
      '收據；交易已沖銷或終止者，為作廢收據。',
      '收据；交易已冲销或终止的，为作废收据。',
      'Biên lai; nếu giao dịch đã đảo hoặc kết thúc, biên lai hủy.',
    ],
    'Null for every code that is not on a paper of ours, whatever is wrong with it. Nothing says whose the deal was.':
      [
        '凡不在本公司單據上的驗證碼，不論有何問題，一律回覆 null。不會透露交易屬於何人。',
        '凡不在本公司单据上的验证码，不论有何问题，一律返回 null。不会透露交易属于谁。',
        'Null với mọi mã không có trên giấy tờ của công ty, bất kể sai gì. Không nói giao dịch của ai.',
      ],
    "Takes in the copy of a third party's document; a deal that its uploader makes can name it.": [
      '收取第三方證件副本；上載者製單的交易可引用該副本。',
      '收取第三方证件副本；上传者制单的交易可引用该副本。',
      'Nhận bản sao giấy tờ của bên thứ ba; giao dịch của người tải lên có thể dùng.',
    ],
    'The copy of a document in a deal that may be seen.': [
      '可查看的交易中的證件副本。',
      '可查看的交易中的证件副本。',
      'Bản sao giấy tờ trong giao dịch được xem.',
    ],
  },
}
