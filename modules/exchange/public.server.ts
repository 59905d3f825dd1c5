export { addFee } from './fees/fees.server.ts'
