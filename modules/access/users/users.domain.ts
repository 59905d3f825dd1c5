import { workflow } from '#kit/domain/workflow.domain.ts'

interface Person {
  id: string
}
interface Acting {
  userId: string
}

// Nobody locks or unlocks themselves: the first would shut the last door, the second would mean nothing.
const notOneself = (user: Person, actor: Acting) => (user.id === actor.userId ? 'NOT_YOURSELF' : undefined)

/** A user may sign in or is locked out; nothing else is a state of a user. */
export const userWorkflow = workflow({
  initial: 'active',
  states: { active: {}, locked: {} },
  actions: {
    lock: { from: ['active'], to: 'locked', permission: 'manage_users', guard: notOneself },
    unlock: { from: ['locked'], to: 'active', permission: 'manage_users', guard: notOneself },
  },
})
