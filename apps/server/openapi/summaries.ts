import type { InFour } from '#kit/server/module.server.ts'
import type { Language } from '#kit/server/texts.server.ts'

/** What a rule says of the plain reads: `one` and `many` are filled in. */
export const rules: Record<string, InFour> = {
  list: ['List {many}', '列出{many}', '列出{many}', 'Các {many}'],
  listSelection: ['List {many} to choose from', '列出可選的{many}', '列出可选的{many}', 'Chọn {many}'],
  export: ['Export {many}', '匯出{many}', '导出{many}', 'Xuất {many}'],
  getById: ['Get {one}', '查看{one}', '查看{one}', 'Xem {one}'],
}

export const placeOf: Record<Language, 0 | 1 | 2 | 3> = { en: 0, zh_Hant: 1, zh_Hans: 2, vi: 3 }
