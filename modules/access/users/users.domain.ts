import { workflow } from '#kit/domain/workflow.domain.ts'

interface Person {
  id: string
  state: string
  /** Whether sign-in is blocked somewhere after failed attempts. */
  isBlocked: boolean
}
interface Acting {
  userId: string
}

// Nobody locks or unlocks themselves: the first would shut the last door, the second would mean nothing.
const notOneself = (user: Person, actor: Acting) => (user.id === actor.userId ? 'NOT_YOURSELF' : undefined)

// Unlocking also lifts the blocks that failed attempts left; where there is neither it would mean nothing.
const whereItMeansSomething = (user: Person, actor: Acting) =>
  notOneself(user, actor) ?? (user.state === 'active' && !user.isBlocked ? 'NOT_LOCKED' : undefined)

/** A user may sign in or is locked out; nothing else is a state of a user. */
export const userWorkflow = workflow({
  initial: 'active',
  states: { active: {}, locked: {} },
  actions: {
    lock: { from: ['active'], to: 'locked', permission: 'manage_users', guard: notOneself },
    unlock: {
      from: ['locked', 'active'],
      to: 'active',
      permission: 'manage_users',
      guard: whereItMeansSomething,
    },
  },
})
