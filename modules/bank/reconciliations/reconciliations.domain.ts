import { workflow } from '#kit/domain/workflow.domain.ts'

export const reconciliationStates = ['initialised', 'saved', 'processed', 'deleted'] as const
export type ReconciliationState = (typeof reconciliationStates)[number]

const permission = 'manage_bank_reconciliations'
const open = ['initialised', 'saved'] as const

/** A reconciliation is kept open as long as it takes, processed once everything fits, and deleted only before. */
export const reconciliationWorkflow = workflow({
  initial: 'initialised',
  states: { initialised: {}, saved: {}, processed: { final: true }, deleted: { final: true } },
  actions: {
    initialize: { from: [null], to: 'initialised', permission, at: 'place' },
    save: { from: open, to: 'saved', permission, at: 'place' },
    process: { from: open, to: 'processed', permission, at: 'place', final: true },
    delete: { from: open, to: 'deleted', permission, at: 'place', final: true, isRefusal: true },
  },
})
