export { countryCode } from './reading/countries.server.ts'
export { diffLists } from './lists/delta.server.ts'
export { readList } from './lists/read.server.ts'
