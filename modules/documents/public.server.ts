export { documents } from './acts/documents.server.ts'
export { addEvent } from './history/history.queries.ts'
