export { matchNew } from './monitoring/run.server.ts'
export { attempt, endWhereUpheld, screeningDecided } from './decisions/followed.server.ts'
export { standingOf } from './gate/gate.server.ts'
export { giveDealToWalkIn, standingOfWalkIn } from './gate/walk-in.server.ts'
