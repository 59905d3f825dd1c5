import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  nouns: {
    whitelist: ['WhitelistedPair', 'WhitelistedPairs'],
    bulk: ['BulkScreening', 'BulkScreenings'],
  },
  operations: {
    'screeningSettings.getKyc': 'getKycScreeningSettings',
    'screeningSettings.updateKyc': 'updateKycScreeningSettings',
    'screeningSettings.getRisk': 'getScreeningRiskSettings',
    'screeningSettings.updateRisk': 'updateScreeningRiskSettings',
    'screeningPreview.tryRisk': 'previewScreeningRiskSettings',
    'screenings.search': 'screenName',
    'screenings.rescreen': 'repeatScreening',
    'screenings.export': 'exportScreenings',
    'screenings.getHistoryDetail': 'getScreening',
    'decisions.decide': 'decideMatch',
    'decisions.accept': 'acceptIncompleteScreening',
    'decisions.reopen': 'reopenConfirmedHit',
    'decisions.close': 'closeConfirmedHit',
    'monitoring.listOgm': 'listMonitoredCustomers',
    'monitoring.exportOgm': 'exportMonitoredCustomers',
    'monitoring.enableOgm': 'enableMonitoring',
    'monitoring.disableOgm': 'disableMonitoring',
    'bulk.result': 'downloadBulkScreeningResult',
    'bulk.template': 'downloadBulkScreeningTemplate',
    'evidence.historyPdf': 'downloadScreeningEvidence',
  },
  resources: {
    screenings: ['a screening', 'screenings', '篩查', '筛查', 'lần sàng lọc'],
    whitelist: [
      'a whitelisted pair',
      'whitelisted pairs',
      '白名單配對',
      '白名单配对',
      'cặp trong danh sách trắng',
    ],
    bulk: ['a bulk screening', 'bulk screenings', '批次篩查', '批量筛查', 'lần sàng lọc hàng loạt'],
  },
  reads: {
    getKycScreeningSettings: [
      'Get the KYC screening settings',
      '查看 KYC 篩查設定',
      '查看 KYC 筛查设置',
      'Xem thiết lập sàng lọc KYC',
    ],
    getScreeningRiskSettings: [
      'Get the screening risk settings',
      '查看篩查風險設定',
      '查看筛查风险设置',
      'Xem thiết lập rủi ro sàng lọc',
    ],
    previewScreeningRiskSettings: [
      'Preview screening risk settings',
      '預覽篩查風險設定',
      '预览筛查风险设置',
      'Xem trước thiết lập rủi ro sàng lọc',
    ],
    getScreening: ['Get a screening', '查看篩查', '查看筛查', 'Xem lần sàng lọc'],
    listMonitoredCustomers: [
      'List monitored customers',
      '列出持續監控的客戶',
      '列出持续监控的客户',
      'Các khách hàng được giám sát',
    ],
    downloadScreeningEvidence: [
      'Download the evidence of a screening',
      '下載篩查證據',
      '下载筛查证据',
      'Tải bằng chứng sàng lọc',
    ],
  },
  descriptions: {
    'What a few names find by the settings that hold, and what they would find by these; nothing of it is kept.':
      [
        '以數個名稱試查，比較現行設定與所給設定的結果；不會保存。',
        '用几个名称试查，比较现行设置与所给设置的结果；不会保存。',
        'Kết quả của vài tên theo thiết lập hiện hành và mới; không lưu gì.',
      ],
    'Asks the lists of a data source, and keeps the answer as evidence.': [
      '查詢某資料來源的名單，並將結果保存為證據。',
      '查询某数据来源的名单，并将结果保存为证据。',
      'Tra danh sách của nguồn dữ liệu và lưu kết quả làm bằng chứng.',
    ],
    'Asks the same once more: of a customer as they are on file now, of whoever is not, by what was typed then.':
      [
        '再次篩查：客戶以目前登記的資料為準；未登記者以當時輸入的內容為準。',
        '再次筛查：客户以目前登记的资料为准；未登记的以当时输入的内容为准。',
        'Sàng lọc lại: khách hàng theo hồ sơ hiện tại, người khác theo nội dung đã nhập.',
      ],
    'What a list shows, as a workbook; who takes it away is in the audit.': [
      '清單內容的試算表；由誰匯出會記入稽核。',
      '列表内容的工作簿；由谁导出会记入审计。',
      'Nội dung danh sách dạng bảng tính; ai lấy được ghi vào nhật ký.',
    ],
    'Says of candidates that they are not the one who was asked for, that one of them is, or that they are put aside: those still wait, and the screening with them.':
      [
        '判定候選：並非所查對象、其中一個就是所查對象，或暫時擱置；擱置者仍待判定，該篩查亦然。',
        '判定候选：并非所查对象、其中一个就是所查对象，或暂时搁置；搁置的仍待判定，该筛查也是。',
        'Ứng viên không phải người được tra, có một người đúng, hoặc tạm gác: khi đó họ và lần sàng lọc vẫn chờ.',
      ],
    'Takes a screening for enough that could not be complete, once all that it found is decided on.': [
      '接受未能完整的篩查，但所找到的必須全部已判定。',
      '接受未能完整的筛查，但所找到的必须全部已判定。',
      'Chấp nhận lần sàng lọc chưa trọn vẹn khi mọi kết quả đã có quyết định.',
    ],
    'Looks once more at a hit that two people upheld: it was wrong, or the list has let the entry go. All stays as it is until somebody else closes it again.':
      [
        '重新審視經兩人維持的命中：判定有誤，或名單已移除該條目。在另一人結案前，一切維持不變。',
        '重新审视经两人维持的命中：判定有误，或名单已移除该条目。在另一人结案前，一切维持不变。',
        'Xem lại trùng khớp do hai người giữ nguyên: sai, hoặc danh sách đã bỏ mục. Không gì đổi đến khi người khác đóng lại.',
      ],
    "A second person's word on a confirmed hit: it holds, or the customer is let go again.": [
      '由第二人對確認命中作決定：維持，或解除對客戶的限制。',
      '由第二人对确认命中作决定：维持，或解除对客户的限制。',
      'Người thứ hai quyết định trùng khớp đã xác nhận: giữ nguyên, hoặc gỡ cho khách hàng.',
    ],
    "Proposes the pair of a candidate; `id` is the candidate's, which was found to be somebody else.": [
      '將候選提出為白名單配對；`id` 為該候選的識別碼，該候選須已排除。',
      '将候选提出为白名单配对；`id` 为该候选的标识，该候选须已排除。',
      'Đề xuất cặp của ứng viên; `id` là của ứng viên đã loại trừ.',
    ],
    'Takes the pair back before its day.': [
      '在到期前終止配對。',
      '在到期前终止配对。',
      'Chấm dứt cặp trước hạn.',
    ],
    'The file again, with what was found in each row.': [
      '原檔案，附每列的篩查結果。',
      '原文件，附每行的筛查结果。',
      'Tệp ban đầu, kèm kết quả từng dòng.',
    ],
    'An empty file with the columns.': [
      '含各欄位的空白檔案。',
      '含各列的空白文件。',
      'Tệp trống có các cột.',
    ],
    'A screening on paper: what was asked and against which lists, what was found, who decided what, when and why.':
      [
        '篩查的書面記錄：查詢內容、所用名單、結果，以及由誰於何時判定、如何判定及原因。',
        '筛查的书面记录：查询内容、所用名单、结果，以及由谁在何时判定、如何判定及原因。',
        'Lần sàng lọc trên giấy: tra gì, theo danh sách nào, thấy gì, ai quyết định gì, khi nào, vì sao.',
      ],
  },
}
