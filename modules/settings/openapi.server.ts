import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
  nouns: {
    configuration: ['Setting', 'Settings'],
  },
  operations: {
    'userSettings.metadata': 'listUserSettingTypes',
    'userSettings.update': 'updateUserSettings',
    'configuration.getByKey': 'getSettingByKey',
    'configuration.update': 'updateSettings',
    'configuration.version': 'getVersion',
    'configuration.signInLanguage': 'getSignInLanguage',
    'informationFields.update': 'updateInformationFields',
    'informationFields.customerTypes': 'listCustomerTypes',
    'informationFields.options': 'listFieldOptions',
    'informationFields.actions': 'listFieldActions',
    'informationFields.fields': 'listCustomizableFields',
    'catalogue.list': 'listCountries',
    'catalogue.states': 'listStatesOfCountry',
    'catalogue.cities': 'listCitiesOfState',
    'catalogue.timeZones': 'listTimeZones',
  },
  resources: {
    userSettings: [
      'a user setting',
      'settings of the user',
      '使用者設定',
      '用户设置',
      'thiết lập của người dùng',
    ],
    configuration: ['a setting', 'settings of the company', '公司設定', '公司设置', 'thiết lập của công ty'],
    informationFields: [
      'an information field',
      'information fields',
      '資料欄位',
      '资料字段',
      'trường thông tin',
    ],
  },
  reads: {
    listUserSettingTypes: [
      'List what a user can set',
      '列出使用者可設定的項目',
      '列出用户可设置的项目',
      'Các mục người dùng thiết lập được',
    ],
    getSettingByKey: [
      'Get a setting of the company by its key',
      '依鍵查看公司設定',
      '按键查看公司设置',
      'Xem thiết lập của công ty theo khóa',
    ],
    getVersion: [
      'Get the version of the server',
      '查看伺服器版本',
      '查看服务器版本',
      'Xem phiên bản máy chủ',
    ],
    listCustomerTypes: ['List customer types', '列出客戶類型', '列出客户类型', 'Các loại khách hàng'],
    listFieldOptions: [
      'List options of information fields',
      '列出資料欄位選項',
      '列出资料字段选项',
      'Các tùy chọn của trường thông tin',
    ],
    listFieldActions: [
      'List actions of information fields',
      '列出資料欄位動作',
      '列出资料字段动作',
      'Các hành động của trường thông tin',
    ],
    listCustomizableFields: [
      'List fields that can be customised',
      '列出可自訂的欄位',
      '列出可自定义的字段',
      'Các trường tùy chỉnh được',
    ],
    listCountries: ['List countries', '列出國家', '列出国家', 'Các quốc gia'],
    listStatesOfCountry: [
      'List states of a country',
      '列出國家的州省',
      '列出国家的州省',
      'Các tỉnh bang của quốc gia',
    ],
    listCitiesOfState: [
      'List cities of a state',
      '列出州省的城市',
      '列出州省的城市',
      'Các thành phố của tỉnh bang',
    ],
    listTimeZones: ['List time zones', '列出時區', '列出时区', 'Các múi giờ'],
    getSignInLanguage: [
      'Get the language of the sign-in screen',
      '查看登入畫面的語言',
      '查看登录页面的语言',
      'Xem ngôn ngữ của màn hình đăng nhập',
    ],
  },
  descriptions: {
    'Before anybody has signed in; null while the companies here have set none, or several.': [
      '登入前的語言；未設定或有多種時為 null。',
      '登录前的语言；未设置或有多种时为 null。',
      'Trước khi đăng nhập; null khi chưa đặt hoặc có nhiều.',
    ],
    'What is kept, and nothing for what is at its default.': [
      '只含已儲存的設定；採用預設值者不列。',
      '只含已保存的设置；采用默认值的不列。',
      'Chỉ mục đã lưu; không có mục mặc định.',
    ],
  },
}
