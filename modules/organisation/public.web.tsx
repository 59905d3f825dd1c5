export { BranchChoice } from './branches/branch-choice.web.tsx'
