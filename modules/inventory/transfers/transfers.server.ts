import { serve } from '#kit/server/module.server.ts'
import { refuseAboveMaximum } from '../limits/limit-checks.server.ts'
import { checkRequested } from '../requests/following.server.ts'
import { transferHandlers } from './transfer-handlers.server.ts'
import { transfers } from './transfers.contract.ts'
import { transferWorkflow } from './transfers.domain.ts'

const { handlers, answers } = transferHandlers({
  holds: 'money',
  home: '/inventory/transfers',
  workflow: transferWorkflow,
  check: async ({ db, input }, lines) => {
    await checkRequested(db, input, lines)
    await refuseAboveMaximum(db, input, lines, null)
  },
})

export const transfersRouter = serve(transfers, handlers)
export const transferAnswers = answers
