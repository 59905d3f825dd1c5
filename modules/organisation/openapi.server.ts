import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  nouns: {
    company: ['Company', 'Companies'],
    structure: ['CompanyStructure', 'CompanyStructures'],
  },
  operations: {
    'company.getDetail': 'getCompany',
    'company.getById': 'getCompanyById',
    'company.logo': 'downloadCompanyLogo',
    'branches.getListByRegion': 'listBranchesOfRegion',
    'counters.getListByBranch': 'listCountersOfBranch',
    'subscription.modules': 'listActiveModules',
    'subscription.updateModules': 'updateActiveModules',
  },
  resources: {
    regions: ['a region', 'regions', '區域', '区域', 'vùng'],
    branches: ['a branch', 'branches', '分行', '分行', 'chi nhánh'],
    counters: ['a counter', 'counters', '櫃檯', '柜台', 'quầy'],
  },
  reads: {
    getCompany: ['Get the company', '查看公司資料', '查看公司资料', 'Xem thông tin công ty'],
    getCompanyById: [
      'Get the company by its id',
      '依識別碼查看公司',
      '按标识查看公司',
      'Xem công ty theo mã',
    ],
    downloadCompanyLogo: [
      'Download the logo of the company',
      '下載公司標誌',
      '下载公司标志',
      'Tải biểu trưng của công ty',
    ],
    getCompanyStructure: [
      'Get the regions, branches and counters',
      '查看區域、分行與櫃檯結構',
      '查看区域、分行与柜台结构',
      'Xem cơ cấu vùng, chi nhánh và quầy',
    ],
    listBranchesOfRegion: [
      'List branches of a region',
      '列出區域內的分行',
      '列出区域内的分行',
      'Các chi nhánh của vùng',
    ],
    listCountersOfBranch: [
      'List counters of a branch',
      '列出分行的櫃檯',
      '列出分行的柜台',
      'Các quầy của chi nhánh',
    ],
    getSubscription: ['Get the subscription', '查看訂閱', '查看订阅', 'Xem gói đăng ký'],
    listActiveModules: ['List active modules', '列出啟用的模組', '列出启用的模块', 'Các phân hệ đang dùng'],
  },
  descriptions: {
    'Makes exactly these the branches of the region; others that were in it are in none afterwards.': [
      '以所列分行作為區域的全部分行；原屬此區域而未列出的分行，之後不屬任何區域。',
      '以所列分行作为区域的全部分行；原属此区域而未列出的分行，之后不属于任何区域。',
      'Vùng gồm đúng các chi nhánh này; chi nhánh bị bỏ ra không thuộc vùng nào.',
    ],
    'Moves these counters into the branch.': [
      '將這些櫃檯移入此分行。',
      '将这些柜台移入此分行。',
      'Chuyển các quầy này vào chi nhánh.',
    ],
  },
}
