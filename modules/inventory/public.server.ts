export { lastCounted } from './counts/counts.queries.ts'
export { unitValues } from './counts/process.server.ts'
export { closeCounter, dayBlockers, openCounter } from './days/days.server.ts'
export { dealingDay, openDay } from './days/open-day.server.ts'
