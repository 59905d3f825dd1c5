import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  nouns: {
    cdd: ['DueDiligenceRule', 'DueDiligenceRules'],
  },
  operations: {
    'cdd.packs': 'listDueDiligencePacks',
    'cdd.enable': 'enableDueDiligencePack',
    'cdd.disable': 'disableDueDiligencePack',
  },
  resources: {
    cdd: ['a due-diligence rule', 'due-diligence rules', '盡職調查規則', '尽职调查规则', 'quy tắc thẩm định'],
  },
  reads: {
    listDueDiligencePacks: [
      'List packs of due-diligence rules',
      '列出盡職調查規則組',
      '列出尽职调查规则组',
      'Các gói quy tắc thẩm định',
    ],
  },
  descriptions: {
    'Every rule of the packs that are switched on, and of the company.': [
      '已啟用規則包及公司自訂的所有規則。',
      '已启用规则包和公司自定的所有规则。',
      'Mọi quy tắc của các gói đang bật và của công ty.',
    ],
    'Makes a further revision; `latest` is the one that the caller saw.': [
      '建立新修訂；`latest` 為呼叫者所見的修訂。',
      '创建新修订；`latest` 为调用者所见的修订。',
      'Tạo bản sửa mới; `latest` là bản người gọi đã thấy.',
    ],
  },
}
