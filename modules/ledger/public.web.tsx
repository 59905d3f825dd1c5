export { SealedHead } from './anchors/head.web.tsx'
export { versionsText } from './tax-codes/versions.web.ts'
