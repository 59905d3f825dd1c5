import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  operations: {
    'delegations.delegates': 'listPossibleDelegates',
  },
  resources: {
    work: ['work', 'work', '待辦工作', '待办工作', 'công việc'],
    delegations: ['a delegation', 'delegations', '代理', '代理', 'lần ủy quyền'],
  },
  reads: {
    listPossibleDelegates: [
      'List users who can be a delegate',
      '列出可擔任代理的使用者',
      '列出可担任代理的用户',
      'Người có thể được ủy quyền',
    ],
  },
  descriptions: {
    'What has waited longest first.': [
      '等候最久者在前。',
      '等候最久者在前。',
      'Việc chờ lâu nhất đứng trước.',
    ],
    'Those that concern the person who asks, the latest first, at most a hundred.': [
      '與查詢者有關的代行，最新在前，最多一百筆。',
      '与查询者有关的代行，最新在前，最多一百条。',
      'Những lần liên quan đến người hỏi, mới nhất trước, tối đa 100.',
    ],
    'Who can be named: whoever holds one of the same rights.': [
      '可指定的人：持有至少一項相同權限者。',
      '可指定的人：持有至少一项相同权限的用户。',
      'Người có thể chỉ định: có ít nhất một quyền giống.',
    ],
    'Ends it before its last day: whoever gave it, or whoever it was given to.': [
      '在最後一日前終止：由授權人或代行人。',
      '在最后一日前终止：由授权人或代行人。',
      'Kết thúc trước ngày cuối: do người giao hoặc người thay.',
    ],
  },
}
