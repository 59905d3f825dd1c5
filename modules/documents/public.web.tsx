export { Attachments } from './attachments/attachments.web.tsx'
