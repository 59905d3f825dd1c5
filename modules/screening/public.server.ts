export { readList } from './lists/read.server.ts'
export { countryCode } from './reading/countries.server.ts'
