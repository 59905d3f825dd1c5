export { SealedHead } from './anchors/head.web.tsx'
