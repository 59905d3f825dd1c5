export { awaitedPayments, handedOverBy, paymentsSaid } from './clearing/deal-payments.server.ts'
export type { AwaitedPayment, SaidOfPayments } from './clearing/deal-payments.server.ts'
