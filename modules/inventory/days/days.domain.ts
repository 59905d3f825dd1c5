import { workflow } from '#kit/domain/workflow.domain.ts'

/**
 * The day of a counter: deals are made while it is open, none before it and none after. It stays in `opening` while what lies in
 * the drawer has to be counted once more.
 */
export const dayWorkflow = workflow({
  initial: 'opening',
  states: { opening: {}, open: {}, closed: { final: true } },
  actions: {
    open: { from: ['opening'], to: 'open', permission: 'open_counter_day' },
    close: { from: ['open'], to: 'closed', permission: 'open_counter_day' },
  },
})
