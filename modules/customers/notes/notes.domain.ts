import { workflow } from '#kit/domain/workflow.domain.ts'

/** What becomes of a question about a customer; the note of a reply is the answer. */
export const requestWorkflow = workflow({
  initial: 'open',
  states: { open: {}, replied: { final: true }, cancelled: { final: true } },
  actions: {
    reply: {
      from: ['open'],
      to: 'replied',
      permission: 'manage_customers_information',
      note: 'required',
      isRefusal: true,
    },
    cancel: { from: ['open'], to: 'cancelled', permission: 'manage_customers_information', note: 'required' },
  },
})
