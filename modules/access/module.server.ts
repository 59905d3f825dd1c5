import { sql } from 'kysely'
import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { closingBlockers } from '#modules/organisation/public.server.ts'
import { webhookDeliveriesRouter } from './deliveries/deliveries.server.ts'
import { deliveryJobs } from './deliveries/deliver.server.ts'
import { factorPolicyRouter } from './factor-policy/factor-policy.server.ts'
import { factorResetsRouter, resetJob } from './factor-resets/factor-resets.server.ts'
import { factorsRouter } from './factors/factors.server.ts'
import { requestWidening } from './granting/granting.server.ts'
import { keysRouter } from './keys/keys.server.ts'
import { passwordsRouter } from './passwords/passwords.server.ts'
import { permissionsRouter } from './permissions/permissions.server.ts'
import { roleRequestsRouter } from './role-requests/role-requests.server.ts'
import { rolesRouter } from './roles/roles.server.ts'
import { secondStepRouter } from './sign-in/second-step.server.ts'
import { workingAt } from './sessions/sessions.queries.ts'
import { signInRouter } from './sign-in/sign-in.server.ts'
import { userAuditRouter } from './user-audit/user-audit.server.ts'
import { stepUpRouter } from './step-up/step-up.server.ts'
import { usersRouter } from './users/users.server.ts'
import { webhooksRouter } from './webhooks/webhooks.server.ts'
import { workspacesRouter } from './workspaces/workspaces.server.ts'

export const access: ServerModule = {
  name: 'access',
  dependsOn: ['organisation'],
  routers: [
    signInRouter,
    passwordsRouter,
    secondStepRouter,
    stepUpRouter,
    factorsRouter,
    factorPolicyRouter,
    factorResetsRouter,
    roleRequestsRouter,
    workspacesRouter,
    usersRouter,
    rolesRouter,
    permissionsRouter,
    keysRouter,
    webhooksRouter,
    webhookDeliveriesRouter,
    userAuditRouter,
  ],
  jobs: [
    resetJob,
    ...deliveryJobs,
    {
      name: 'access.forget',
      cron: '17 3 * * *',
      run: async (_payload, { services }) => {
        await sql`select access.forget_sign_in_locks()`.execute(services.db)
        // Far longer than a refresh token or a reset link lives.
        await sql`select access.forget_sessions(interval '30 days')`.execute(services.db)
      },
    },
  ],
  answers: [
    requestWidening,
    // A user is working at the counter.
    answer(closingBlockers, async (db, { counterIds, now }) => {
      if (counterIds.length === 0) return []
      const names = (await workingAt(db, counterIds, now)).map(({ fullName }) => fullName)
      return names.length > 0 ? [{ field: 'counters', code: 'COUNTER_OCCUPIED', data: { names } }] : []
    }),
  ],
}
