import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  operations: {
    'messages.listUnread': 'listUnreadMessages',
    'messages.countUnread': 'countUnreadMessages',
    'messages.view': 'markMessageRead',
    'messages.sync': 'listMessagesByFilter',
  },
  resources: {
    messages: ['a notification', 'notifications', '通知', '通知', 'thông báo'],
  },
  reads: {
    listUnreadMessages: [
      'List unread notifications',
      '列出未讀通知',
      '列出未读通知',
      'Các thông báo chưa đọc',
    ],
    countUnreadMessages: [
      'Count unread notifications',
      '計算未讀通知數',
      '统计未读通知数',
      'Đếm thông báo chưa đọc',
    ],
    listMessagesByFilter: [
      'List notifications since a time',
      '列出某時間後的通知',
      '列出某时间后的通知',
      'Các thông báo từ một thời điểm',
    ],
  },
  descriptions: {
    'Marks a message read; a second time changes nothing.': [
      '將通知標為已讀；重複呼叫不再變更。',
      '将通知标为已读；重复调用不再变更。',
      'Đánh dấu thông báo đã đọc; gọi lại không đổi gì.',
    ],
    'Nobody needs to be registered here: it answers what a browser must know to show messages.': [
      '無須在此登記任何人：回覆瀏覽器顯示通知所需的資料。',
      '无须在此登记任何人：返回浏览器显示通知所需的数据。',
      'Không cần đăng ký: trả về những gì trình duyệt cần để hiện thông báo.',
    ],
  },
}
