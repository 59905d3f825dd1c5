export { companyLanguage, signInLanguage } from './configuration/company-language.web.ts'
export {
  defaultCounter,
  keepSettings,
  readLanguage,
  keptSettings,
  landingPage,
  shortcutsOf,
  valueOf,
} from './user-settings/kept-settings.web.ts'
