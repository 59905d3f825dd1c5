export { notify, withdraw, withdrawAbout } from './messages/messages.server.ts'
