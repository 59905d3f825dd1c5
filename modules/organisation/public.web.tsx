export { BranchChoice } from './branches/branch-choice.web.tsx'
export { countries, currencies } from './company/choices.web.ts'
