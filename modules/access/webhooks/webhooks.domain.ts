import { workflow } from '#kit/domain/workflow.domain.ts'

export const webhookStates = ['active', 'paused'] as const

/** So many webhooks a company has at most: each event is written once for each of them. */
export const mostWebhooks = 20
/** After a new secret the former one signs too, so long. */
export const formerHours = 24

/** A webhook is sent to until an administrator pauses it, or it has not answered for days. */
export const webhookWorkflow = workflow({
  initial: 'active',
  states: { active: {}, paused: {} },
  actions: {
    sendTest: { from: ['active'], permission: 'manage_webhooks' },
    pause: { from: ['active'], to: 'paused', permission: 'manage_webhooks' },
    resume: { from: ['paused'], to: 'active', permission: 'manage_webhooks' },
    /** It has not answered for days. */
    giveUp: { from: ['active'], to: 'paused', permission: [], implied: true },
    rotate: { from: ['active', 'paused'], permission: 'manage_webhooks' },
  },
})
/** What people do with a webhook. */
export const webhookActions = ['sendTest', 'pause', 'resume', 'rotate'] as const
