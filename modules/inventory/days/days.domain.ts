import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'

const permission = 'open_counter_day'

interface Judged {
  state: string | null
  /** This is the second count of a day that was begun. */
  isSecond?: boolean
  /** What is not done yet. */
  pending?: FieldFault[]
}

/**
 * The day of a counter: deals are made while it is open, none before it and none after. It goes back to `opening` while what lies in
 * the drawer has to be counted once more.
 */
export const dayWorkflow = workflow({
  initial: 'opening',
  states: { opening: {}, open: {}, closed: { final: true } },
  actions: {
    open: {
      from: [null, 'opening'],
      to: 'open',
      permission,
      at: 'counter',
      illegal: 'DAY_OPEN',
      // Sent twice, a first count is not its own second one.
      guard: ({ state, isSecond = true }: Judged) =>
        state === 'opening' && !isSecond ? new Refusal('DAY_OPENING', {}, { kind: 'conflict' }) : undefined,
    },
    askRecount: { from: ['open'], to: 'opening', permission, implied: true },
    close: {
      from: ['open'],
      to: 'closed',
      permission,
      at: 'counter',
      // What lies in the drawer may have to be counted once more first.
      mayStay: true,
      guard: ({ pending = [] }: Judged) =>
        pending.length > 0 ? new Refusal('DAY_NOT_DONE', {}, { fields: pending }) : undefined,
    },
  },
})
