import { workflow } from '#kit/domain/workflow.domain.ts'

/** The day of a counter: deals are made while it is open, and none after it. */
export const dayWorkflow = workflow({
  initial: 'open',
  states: { open: {}, closed: { final: true } },
  actions: { close: { from: ['open'], to: 'closed', permission: 'open_counter_day' } },
})
