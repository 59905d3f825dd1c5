import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'

export const changeStates = ['waiting', 'approved', 'rejected', 'withdrawn'] as const
export type ChangeState = (typeof changeStates)[number]

const manage = 'manage_payees'
const own = ({ makerIds }: Known, actor: Pick<Actor, 'selves'>) =>
  isAmong(makerIds, actor) ? undefined : 'NOT_OWN_REQUEST'

/** Other bank details of a payee hold once another person has asked the payee and says how. */
export const changeWorkflow = workflow({
  initial: 'waiting',
  states: {
    waiting: {},
    approved: { final: true },
    rejected: { final: true },
    withdrawn: { final: true },
  },
  actions: {
    create: { from: [null], to: 'waiting', permission: manage },
    approve: {
      from: ['waiting'],
      to: 'approved',
      permission: manage,
      clears: 'details',
      note: 'required',
      final: true,
    },
    reject: {
      from: ['waiting'],
      to: 'rejected',
      permission: manage,
      stops: 'details',
      note: 'required',
      isRefusal: true,
    },
    withdraw: {
      from: ['waiting'],
      to: 'withdrawn',
      permission: manage,
      guard: own,
      final: true,
      isRefusal: true,
    },
  },
})
