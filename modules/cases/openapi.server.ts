import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  operations: {
    'reportCandidates.rules': 'listReportRules',
    'reportCandidates.export': 'exportReportCandidates',
  },
  resources: {
    reportCandidates: [
      'a report candidate',
      'report candidates',
      '待申報項目',
      '待申报项目',
      'ứng viên báo cáo',
    ],
  },
  reads: {
    listReportRules: ['List reporting rules', '列出申報規則', '列出申报规则', 'Các quy tắc báo cáo'],
  },
  descriptions: {
    'The rules that have found any, for the filter.': [
      '已找到申報候選的規則，供篩選之用。',
      '已找到申报候选的规则，供筛选用。',
      'Các quy tắc đã tìm thấy ứng viên, cho bộ lọc.',
    ],
  },
}
