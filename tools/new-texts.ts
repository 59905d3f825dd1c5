import type { Json } from './new-draft.ts'
import type { Words } from './new-words.ts'

export const languages = ['en', 'zh_Hant', 'zh_Hans', 'vi'] as const
export type Language = (typeof languages)[number]

/** What many of a capability are called, in small letters; Chinese and Vietnamese have one word for one and many. */
export type Nouns = Record<Language, string>

interface Said {
  create: string
  edit: string
  empty: string
  help: string
  formats: string
  see: string
  maySee: string
  manage: string
  mayManage: string
  acts: Record<'create' | 'update' | 'delete' | 'enable' | 'disable', string>
}

/** What every capability says, of one (`{one}`) or many (`{many}`) of its own. */
const said: Record<Language, Said> = {
  en: {
    create: 'New {one}',
    edit: 'Edit {one}',
    empty: 'There are no {many} yet.',
    help: 'Short and unique',
    formats: 'Letters, digits, dash and underscore; at most 20',
    see: 'See {many}',
    maySee: 'May look at {many}.',
    manage: 'Manage {many}',
    mayManage: 'May add, change, switch off and remove {many}.',
    acts: {
      create: 'Add a {one}',
      update: 'Change a {one}',
      delete: 'Remove a {one}',
      enable: 'Enable a {one}',
      disable: 'Disable a {one}',
    },
  },
  zh_Hant: {
    create: '新增{one}',
    edit: '編輯{one}',
    empty: '尚未有{many}。',
    help: '簡短且唯一',
    formats: '字母、數字、連字號及底線，最多 20 個',
    see: '檢視{many}',
    maySee: '可檢視{many}。',
    manage: '管理{many}',
    mayManage: '可新增、變更、停用及移除{many}。',
    acts: {
      create: '新增{one}',
      update: '變更{one}',
      delete: '移除{one}',
      enable: '啟用{one}',
      disable: '停用{one}',
    },
  },
  zh_Hans: {
    create: '新增{one}',
    edit: '编辑{one}',
    empty: '尚无{many}。',
    help: '简短且唯一',
    formats: '字母、数字、连字符和下划线，最多 20 个',
    see: '查看{many}',
    maySee: '可查看{many}。',
    manage: '管理{many}',
    mayManage: '可添加、修改、停用和移除{many}。',
    acts: {
      create: '添加{one}',
      update: '修改{one}',
      delete: '移除{one}',
      enable: '启用{one}',
      disable: '停用{one}',
    },
  },
  vi: {
    create: 'Thêm {one}',
    edit: 'Sửa {one}',
    empty: 'Chưa có {many} nào.',
    help: 'Ngắn và duy nhất',
    formats: 'Chữ, số, gạch nối và gạch dưới; tối đa 20 ký tự',
    see: 'Xem {many}',
    maySee: 'Được xem {many}.',
    manage: 'Quản lý {many}',
    mayManage: 'Được thêm, thay đổi, tắt và gỡ bỏ {many}.',
    acts: {
      create: 'Thêm {one}',
      update: 'Thay đổi {one}',
      delete: 'Gỡ bỏ {one}',
      enable: 'Bật {one}',
      disable: 'Tắt {one}',
    },
  },
}

/** The text with its first letter in upper case. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Texts as they are put into the catalogues of a module. */
export interface SaidTexts {
  screens: Json
  acts: Json
  relations: Record<string, string>
  columns?: Record<string, string>
  view: Json
  manage: Json
  notifications?: Json
}

/** What a capability says in a language: its screens, what the audit calls its acts, what the role screen says of its permissions. */
export function textsOf({ noun, table }: Words, nouns: Nouns, language: Language): SaidTexts {
  const own = said[language]
  const many = nouns[language]
  const one = language === 'en' ? noun : many
  const fill = (text: string) => text.replace('{one}', one).replace('{many}', many)
  return {
    screens: {
      one: capital(one),
      title: capital(many),
      create: fill(own.create),
      editTitle: fill(own.edit),
      empty: fill(own.empty),
      groups: { facts: capital(one) },
      help: { code: own.help },
      formats: { code: own.formats },
    },
    acts: Object.fromEntries(Object.entries(own.acts).map(([act, text]) => [act, fill(text)])),
    relations: { [table]: capital(one) },
    view: { label: fill(own.see), description: fill(own.maySee) },
    manage: { label: fill(own.manage), description: fill(own.mayManage) },
  }
}
