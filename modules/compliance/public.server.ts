export { assess, linkWindow } from './assessment/assess.server.ts'
export type { Assessment, AssessmentAsk } from './assessment/assess.server.ts'
