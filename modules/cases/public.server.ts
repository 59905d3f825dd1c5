export { lookAtCandidates } from './report-candidates/check.queries.ts'
