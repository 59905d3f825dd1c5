export { type DocumentKind, type Noted } from './acts/kind.server.ts'
export { documents, type Effect, type Prepared } from './acts/documents.server.ts'
export { addEvent, eventsOf } from './history/history.queries.ts'
