import { workflow } from '#kit/domain/workflow.domain.ts'
import { barOfParty } from '#modules/actor.domain.ts'

/** A role whose holder decides on what others have made is asked for, and given or widened once another agrees. Any of them takes it back until then. */
export const roleRequestWorkflow = workflow({
  initial: 'asked',
  states: { asked: {}, agreed: { final: true }, rejected: { final: true } },
  actions: {
    // Two people, neither of them the one who gets the role: one alone could make an account that approves them.
    agree: { from: ['asked'], to: 'agreed', permission: 'manage_users', final: true, guard: barOfParty },
    reject: { from: ['asked'], to: 'rejected', permission: 'manage_users', note: 'required', final: true },
  },
})
