export { notify } from './messages/messages.server.ts'
