export { aboveLimit } from './limits/limits.server.ts'
export { baseRoles } from './roles/roles.domain.ts'
export { limitsOf, rows as roleRows, setLimits } from './roles/roles.queries.ts'
export { createAuthenticate } from './keys/authenticate.server.ts'
export { endSessions, type Holder, holdersOf, type Person } from './sessions/sessions.server.ts'
export { workingAt } from './sessions/sessions.queries.ts'
export { decidingRights } from './granting/granting.server.ts'
export { agreeable } from './role-requests/role-requests.server.ts'
export { selvesDays } from './selves/selves.server.ts'
export { hashSecret } from './passwords/hash.server.ts'
export { passwordRules, refuseWeak } from './passwords/rules.server.ts'
export { credential, findUserName, setSecrets } from './passwords/credentials.queries.ts'
export { accessTokenSeconds } from './sessions/tokens.server.ts'
export {
  activeUserIds,
  addCredential,
  liftSignInBlocks,
  rows as userRows,
  setAssignments,
  setRoles,
  userNames,
} from './users/users.queries.ts'
export { auditSecrets } from './user-audit/user-audit.server.ts'
export { resetByOperator } from './factor-resets/factor-resets.server.ts'
export { toldOfAccess } from './factors/telling.server.ts'
export { emit } from './deliveries/emit.server.ts'
export { publicEvents } from './webhooks/events.contract.ts'
