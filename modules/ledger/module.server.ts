import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { availableStock } from '#modules/currencies/public.server.ts'
import { reservationJobs } from './reservations/reservations.server.ts'
import { sealJobs } from './seal/seal.server.ts'
import { available } from './stock/stock.queries.ts'

export const ledger: ServerModule = {
  name: 'ledger',
  dependsOn: ['organisation', 'currencies'],
  routers: [],
  jobs: [...sealJobs, ...reservationJobs],
  answers: [answer(availableStock, available)],
}
