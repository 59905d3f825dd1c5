export { assess, linkWindow } from './assessment/assess.server.ts'
export { refuseLacking } from './assessment/refuse.server.ts'
export type { Assessment, AssessmentAsk } from './assessment/assess.server.ts'
export { travelRulesOf } from './cdd/in-force.server.ts'
