export { countryText } from './profile-pages/countries.web.ts'
