export type { Drawer } from './pieces/drawer.domain.ts'
export { countDocumentsOf } from './counts/count-documents.server.ts'
export { countHandlers } from './counts/count-handlers.server.ts'
export { countActs } from './counts/process.server.ts'
export { goodsItems } from './items/items.server.ts'
export { goodsUnits, type UnitsAsk } from './units/units.server.ts'
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
export { transferHandlers } from './transfers/transfer-handlers.server.ts'
export { outflowLimitValues, unitValues } from './worth/worth.server.ts'
export { beyondLimits } from './limits/limit-checks.server.ts'
