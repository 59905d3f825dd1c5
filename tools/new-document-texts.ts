import type { Words } from './new-words.ts'
import { capital, type Language, type Nouns, type SaidTexts, textsOf } from './new-texts.ts'

type Acts = Record<'create' | 'submit' | 'approve' | 'reject' | 'cancel', string>

interface Said {
  create: string
  empty: string
  lines: string
  author: string
  /** What was done, in the history. */
  history: Acts
  /** What is said when it is done. */
  said: { submit: string }
  mayManage: string
  acts: Acts
  line: string
  waits: [title: string, content: string]
  escalated: [title: string, content: string]
  passed: [title: string, content: string]
  rejected: [title: string, content: string]
}

/** What every document says, of one (`{one}`) or many (`{many}`) of its own. */
const said: Record<Language, Said> = {
  en: {
    create: 'New {one}',
    empty: 'No {many} yet.',
    lines: 'Lines',
    author: 'Created by',
    history: {
      create: 'Created',
      submit: 'Submitted',
      approve: 'Approved',
      reject: 'Rejected',
      cancel: 'Cancelled',
    },
    said: { submit: 'Submitted for approval' },
    mayManage: 'May create, submit and cancel {many}, and approve those of others.',
    acts: {
      create: 'Create a {one}',
      submit: 'Submit a {one}',
      approve: 'Approve a {one}',
      reject: 'Reject a {one}',
      cancel: 'Cancel a {one}',
    },
    line: 'Line of a {one}',
    waits: ['A {one} needs approval', '{{name}} is pending your approval.'],
    escalated: ['A {one} is overdue', '{{name}} has been pending too long.'],
    passed: ['{One} approved', '{{name}}, approved by {{by}}.'],
    rejected: ['{One} rejected', '{{name}}, rejected by {{by}}.'],
  },
  zh_Hant: {
    create: '新增{one}',
    empty: '尚未有{many}。',
    lines: '明細',
    author: '建立者',
    history: { create: '已建立', submit: '已提交', approve: '已批准', reject: '已拒絕', cancel: '已取消' },
    said: { submit: '已提交審批' },
    mayManage: '可建立、提交及取消{many}，並批准他人的{many}。',
    acts: {
      create: '建立{one}',
      submit: '提交{one}',
      approve: '批准{one}',
      reject: '拒絕{one}',
      cancel: '取消{one}',
    },
    line: '{one}明細',
    waits: ['{one}待批准', '{{name}} 正等待您批准。'],
    escalated: ['{one}逾期未批', '{{name}} 等待過久。'],
    passed: ['{one}已批准', '{{name}}，由{{by}}批准。'],
    rejected: ['{one}已拒絕', '{{name}}，由{{by}}拒絕。'],
  },
  zh_Hans: {
    create: '新建{one}',
    empty: '尚无{many}。',
    lines: '明细',
    author: '创建者',
    history: { create: '已创建', submit: '已提交', approve: '已批准', reject: '已拒绝', cancel: '已取消' },
    said: { submit: '已提交审批' },
    mayManage: '可创建、提交和取消{many}，并批准他人的{many}。',
    acts: {
      create: '创建{one}',
      submit: '提交{one}',
      approve: '批准{one}',
      reject: '拒绝{one}',
      cancel: '取消{one}',
    },
    line: '{one}明细',
    waits: ['{one}待批准', '{{name}} 正等待您批准。'],
    escalated: ['{one}逾期未批', '{{name}} 等待过久。'],
    passed: ['{one}已批准', '{{name}}，由{{by}}批准。'],
    rejected: ['{one}已拒绝', '{{name}}，由{{by}}拒绝。'],
  },
  vi: {
    create: 'Tạo {one}',
    empty: 'Chưa có {many} nào.',
    lines: 'Các dòng',
    author: 'Người tạo',
    history: {
      create: 'Đã tạo',
      submit: 'Đã gửi',
      approve: 'Đã duyệt',
      reject: 'Đã từ chối',
      cancel: 'Đã hủy',
    },
    said: { submit: 'Đã gửi để duyệt' },
    mayManage: 'Được tạo, gửi và hủy {many}, và duyệt {many} của người khác.',
    acts: {
      create: 'Tạo {one}',
      submit: 'Gửi {one}',
      approve: 'Duyệt {one}',
      reject: 'Từ chối {one}',
      cancel: 'Hủy {one}',
    },
    line: 'Dòng của {one}',
    waits: ['Có {one} cần duyệt', '{{name}} đang chờ bạn duyệt.'],
    escalated: ['Có {one} quá hạn', '{{name}} đã chờ quá lâu.'],
    passed: ['{One} đã được duyệt', '{{name}}, {{by}} đã duyệt.'],
    rejected: ['{One} bị từ chối', '{{name}}, {{by}} đã từ chối.'],
  },
}

/** What a document says in a language: its screens, what the audit calls its acts and tables, what those hear who decide on it. */
export function documentTextsOf(words: Words, nouns: Nouns, language: Language): SaidTexts {
  const { noun, table } = words
  const plain = textsOf(words, nouns, language)
  const own = said[language]
  const many = nouns[language]
  const one = language === 'en' ? noun : many
  const fill = (text: string) =>
    text
      .replaceAll(/(?<!\{)\{one\}/g, one)
      .replaceAll(/(?<!\{)\{One\}/g, capital(one))
      .replaceAll(/(?<!\{)\{many\}/g, many)
  const filled = (acts: Acts) =>
    Object.fromEntries(Object.entries(acts).map(([act, text]) => [act, fill(text)]))
  const notice = ([title, content]: [string, string]) => ({ title: fill(title), content: fill(content) })
  return {
    screens: {
      one: capital(one),
      title: capital(many),
      create: fill(own.create),
      empty: fill(own.empty),
      lines: own.lines,
      fields: { author: own.author },
      history: own.history,
      said: own.said,
    },
    acts: filled(own.acts),
    relations: { ...plain.relations, [`${table}_line`]: capital(fill(own.line)) },
    columns: { [`${table}_id`]: capital(one) },
    view: plain.view,
    manage: { ...plain.manage, description: fill(own.mayManage) },
    notifications: {
      waits: notice(own.waits),
      escalated: notice(own.escalated),
      passed: notice(own.passed),
      rejected: notice(own.rejected),
    },
  }
}
