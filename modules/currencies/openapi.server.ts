import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  operations: {
    'companyCurrencies.updateIndex': 'reorderCompanyCurrencies',
    'companyCurrencies.getCompanyCurrencies': 'listEnabledCompanyCurrencies',
    'companyCurrencies.getLocalCurrency': 'getLocalCurrency',
    'companyCurrencies.getSettings': 'getCurrencySettings',
    'companyCurrencies.getGlobalCurrencies': 'listWorldCurrencies',
    'branchCurrencies.getBranchSettings': 'getCurrencySettingsOfBranch',
    'branchCurrencies.getBranchCurrencies': 'listCurrenciesOfBranch',
    'branchCurrencies.getRegionCurrencies': 'listCurrenciesOfRegion',
    'branchCurrencies.updateBranch': 'updateCurrenciesOfBranch',
    'branchCurrencies.updateRegion': 'updateCurrenciesOfRegion',
    'subCurrencies.activeList': 'listActiveSubCurrencies',
  },
  resources: {
    companyCurrencies: [
      'a currency',
      'currencies of the company',
      '公司貨幣',
      '公司货币',
      'tiền tệ của công ty',
    ],
    subCurrencies: ['a sub-currency', 'sub-currencies', '子貨幣', '子货币', 'tiền tệ con'],
    paymentModes: ['a mode of payment', 'modes of payment', '付款方式', '付款方式', 'phương thức thanh toán'],
    deliveryModes: ['a mode of delivery', 'modes of delivery', '交付方式', '交付方式', 'phương thức giao'],
  },
  reads: {
    listEnabledCompanyCurrencies: [
      'List enabled currencies',
      '列出啟用的貨幣',
      '列出启用的货币',
      'Các tiền tệ đang bật',
    ],
    getLocalCurrency: ['Get the local currency', '查看本幣', '查看本币', 'Xem nội tệ'],
    getCurrencySettings: [
      'Get the settings of currencies',
      '查看貨幣設定',
      '查看货币设置',
      'Xem thiết lập tiền tệ',
    ],
    listWorldCurrencies: [
      'List currencies of the world',
      '列出世界貨幣',
      '列出世界货币',
      'Các tiền tệ thế giới',
    ],
    getCurrencySettingsOfBranch: [
      'Get the currency settings of a branch',
      '查看分行的貨幣設定',
      '查看分行的货币设置',
      'Xem thiết lập tiền tệ của chi nhánh',
    ],
    listCurrenciesOfBranch: [
      'List currencies of a branch',
      '列出分行的貨幣',
      '列出分行的货币',
      'Các tiền tệ của chi nhánh',
    ],
    listCurrenciesOfRegion: [
      'List currencies of a region',
      '列出區域的貨幣',
      '列出区域的货币',
      'Các tiền tệ của vùng',
    ],
    listActiveSubCurrencies: [
      'List enabled sub-currencies',
      '列出啟用的子貨幣',
      '列出启用的子货币',
      'Các tiền tệ con đang bật',
    ],
  },
  descriptions: {
    'All currencies in their new order.': [
      '所有貨幣，依新的順序。',
      '所有货币，按新的顺序。',
      'Mọi tiền tệ theo thứ tự mới.',
    ],
    'What a deal must know of each enabled currency.': [
      '交易所需的各啟用貨幣資料。',
      '交易所需的各启用货币资料。',
      'Những gì giao dịch cần biết về từng tiền tệ đang bật.',
    ],
    'Every enabled currency of the company with the branches, of those that the person sees, that do not trade it.':
      [
        '公司所有已啟用的貨幣，以及使用者可見的分行中不買賣該貨幣者。',
        '公司所有已启用的货币，以及用户可见的分行中不买卖该货币的分行。',
        'Mọi tiền tệ đang bật, kèm chi nhánh người dùng thấy được mà không giao dịch nó.',
      ],
    'What at least one branch of the region trades.': [
      '區域內至少一間分行買賣的貨幣。',
      '区域内至少一家分行买卖的货币。',
      'Tiền tệ mà ít nhất một chi nhánh của vùng giao dịch.',
    ],
    'The same for every branch of a region.': [
      '同樣的更改，適用於區域內所有分行。',
      '同样的更改，适用于区域内所有分行。',
      'Như vậy cho mọi chi nhánh của vùng.',
    ],
  },
}
