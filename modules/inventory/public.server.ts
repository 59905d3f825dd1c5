export { dayBlockers, openDay } from './days/days.server.ts'
