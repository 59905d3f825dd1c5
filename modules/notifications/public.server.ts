export { notify, withdraw } from './messages/messages.server.ts'
