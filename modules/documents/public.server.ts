export { staying } from './acts/documents.domain.ts'
export { documents } from './acts/documents.server.ts'
export { listWithFiles } from './attachments/attachments.queries.ts'
export { addEvent, listInStead, wasNoted } from './history/history.queries.ts'
