import type { ApiWords } from '#kit/server/module.server.ts'

/** What the document says beside the calls of one module: of statuses, of shapes and of itself. */
export const ofNoModule: ApiWords = {
  descriptions: {
    'The back office of a money changer.': [
      '找換店的後台系統。',
      '货币兑换店的后台系统。',
      'Hệ thống nội bộ của tiệm đổi tiền.',
    ],
    'The text of each code in x-refusals': [
      'x-refusals 各代碼的文字',
      'x-refusals 各代码的文本',
      'Nội dung từng mã trong x-refusals',
    ],
    'The key of a program': ['程式的金鑰', '程序的密钥', 'Khóa của chương trình'],
    Done: ['完成', '完成', 'OK'],
    'The file': ['檔案', '文件', 'Tệp'],
    'The call has the wrong shape; invalidParams names each field': [
      '呼叫格式不正確；invalidParams 列出各欄位',
      '调用格式不正确；invalidParams 列出各字段',
      'Sai cấu trúc; invalidParams nêu từng trường',
    ],
    'There is no session, or it has ended': [
      '未登入，或登入已逾時',
      '未登录，或会话已过期',
      'Không có phiên, hoặc đã hết hạn',
    ],
    'The permission is missing, or a new proof of identity is needed': [
      '權限不足，或須再次確認身分',
      '权限不足，或须再次确认身份',
      'Thiếu quyền, hoặc cần xác nhận lại danh tính',
    ],
    'A row is not there, or belongs to another company': [
      '記錄不存在，或屬於其他公司',
      '记录不存在，或属于其他公司',
      'Mục không có, hoặc của công ty khác',
    ],
    'The state or the version of the row does not allow it': [
      '記錄的狀態或版本不允許',
      '记录的状态或版本不允许',
      'Trạng thái hoặc phiên bản không cho phép',
    ],
    'A rule of the business does not allow it': [
      '業務規則不允許',
      '业务规则不允许',
      'Quy tắc nghiệp vụ không cho phép',
    ],
    'Too many calls; Retry-After says when to try again': [
      '呼叫過於頻繁；Retry-After 說明何時可再試',
      '调用过于频繁；Retry-After 说明何时可重试',
      'Gọi quá nhiều; Retry-After cho biết khi nào thử lại',
    ],
    'Not possible at the moment; try again': [
      '目前無法處理；請再試一次',
      '目前无法处理；请重试',
      'Hiện chưa làm được; hãy thử lại',
    ],
  },
}
