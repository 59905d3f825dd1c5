export {
  defaultCounter,
  keepSettings,
  keptLanguage,
  keptSettings,
  landingPage,
  shortcutsOf,
  valueOf,
} from './user-settings/kept-settings.web.ts'
