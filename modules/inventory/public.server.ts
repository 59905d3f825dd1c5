export type { Drawer } from './pieces/drawer.domain.ts'
export { pieceMoves, piecesAt } from './pieces/pieces.server.ts'
export { closeCounter, dayBlockers, openCounter } from './days/days.server.ts'
export {
  dateAt,
  dealingDay,
  findDayBar,
  graceHours,
  moveDate,
  openDay,
} from './business-days/open-day.server.ts'
export { unitValues } from './worth/worth.server.ts'
export { beyondLimits } from './limits/limit-checks.server.ts'
