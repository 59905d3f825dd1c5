import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  operations: {
    'screeningLists.getVersions': 'listScreeningListVersions',
    'screeningLists.getDelta': 'getScreeningListChanges',
    'profiles.getDetailByReferenceId': 'getWatchListProfile',
    'profiles.getDetailByReference': 'getWatchListProfileByReference',
    'profiles.pdf': 'downloadWatchListProfile',
    'profiles.getLinks': 'getWatchListProfileLinks',
  },
  resources: {
    screeningLists: ['a screening list', 'screening lists', '篩查名單', '筛查名单', 'danh sách sàng lọc'],
  },
  reads: {
    listScreeningListVersions: [
      'List versions of a screening list',
      '列出篩查名單的版本',
      '列出筛查名单的版本',
      'Các phiên bản của danh sách sàng lọc',
    ],
    getScreeningListChanges: [
      'Get what a version of a list changed',
      '查看名單版本的變更',
      '查看名单版本的变更',
      'Xem thay đổi của phiên bản danh sách',
    ],
    getWatchListProfile: [
      'Get a profile of a watch list',
      '查看名單檔案',
      '查看名单档案',
      'Xem hồ sơ trong danh sách',
    ],
    getWatchListProfileByReference: [
      'Get a profile of a watch list by its reference',
      '依參照查看名單檔案',
      '按参照查看名单档案',
      'Xem hồ sơ trong danh sách theo mã tham chiếu',
    ],
    downloadWatchListProfile: [
      'Download a profile of a watch list',
      '下載名單檔案',
      '下载名单档案',
      'Tải hồ sơ trong danh sách',
    ],
    getWatchListProfileLinks: [
      'Get the people and businesses linked to a profile',
      '查看名單檔案的關聯對象',
      '查看名单档案的关联对象',
      'Xem ai liên kết với hồ sơ',
    ],
  },
  descriptions: {
    "Those that names are screened against, then the company's own that it has ended.": [
      '用於篩查的名單，其後為公司已終止的自有名單。',
      '用于筛查的名单，其后为公司已终止的自有名单。',
      'Danh sách dùng để sàng lọc, rồi danh sách riêng đã kết thúc.',
    ],
    'The last hundred versions of a list, newest first.': [
      '名單最近的一百個版本，最新在前。',
      '名单最近的一百个版本，最新在前。',
      '100 phiên bản gần nhất, mới nhất trước.',
    ],
    'What a version changed against the one before it.': [
      '某版本相較前一版本的變更。',
      '某版本相较前一版本的变更。',
      'Thay đổi của một phiên bản so với phiên bản trước.',
    ],
    'Has the source of a published list asked now, for every company.': [
      '立即向公布名單的來源擷取，適用於所有公司。',
      '立即向公布名单的来源获取，适用于所有公司。',
      'Hỏi ngay nguồn của danh sách công bố, cho mọi công ty.',
    ],
    'Says where a list is fetched and how often; only where nobody else on the server is screened against it.':
      [
        '設定名單的擷取來源及頻率；僅限伺服器上沒有其他公司使用此名單篩查時。',
        '设置名单的获取来源和频率；仅限服务器上没有其他公司使用此名单筛查时。',
        'Đặt nơi và tần suất tải danh sách; chỉ khi không công ty khác trên máy chủ dùng nó.',
      ],
    "Takes a file over as the next version of a list of the company's own.": [
      '以檔案作為公司自有名單的下一版本。',
      '以文件作为公司自有名单的下一版本。',
      'Nhận tệp làm phiên bản tiếp theo của danh sách riêng.',
    ],
    "Ends a list of the company's own: nobody is asked against it any more. It is gone where nobody ever was.":
      [
        '終止公司的自有名單：不再用於篩查；從未使用過的會刪除。',
        '终止公司的自有名单：不再用于筛查；从未使用过的会删除。',
        'Kết thúc danh sách riêng: không sàng lọc theo nó nữa. Chưa từng dùng thì bị xóa.',
      ],
    "For the pages of the UN's and of OFAC's entries, which read the XML.": [
      '供聯合國及 OFAC 條目的頁面使用，該等頁面讀取 XML。',
      '供联合国和 OFAC 条目的页面使用，这些页面读取 XML。',
      'Cho trang xem mục của LHQ và OFAC, vốn đọc XML.',
    ],
    'With `resultId`: as the list had the entry when that screening found it.': [
      '給出 `resultId` 時：為該次篩查找到時名單上的條目內容。',
      '给出 `resultId` 时：为该次筛查找到时名单上的条目内容。',
      'Có `resultId`: mục như trong danh sách khi lần sàng lọc đó tìm thấy.',
    ],
    'Whom an entry is linked with, and those with whom, as its list has them now.': [
      '與條目有關聯者，及其關聯對象，以名單的現況為準。',
      '与条目有关联的人，及其关联对象，以名单的现况为准。',
      'Mục liên kết với ai, và họ với ai, theo danh sách hiện tại.',
    ],
  },
}
