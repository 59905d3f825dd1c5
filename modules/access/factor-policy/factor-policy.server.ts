import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { tellPeople } from '../factors/telling.server.ts'
import { holdersOf } from '../sessions/sessions.server.ts'
import { factorPolicy, type Policy } from './factor-policy.contract.ts'
import * as queries from './factor-policy.queries.ts'

export const factorPolicyRouter = serve(factorPolicy, {
  get: ({ db }) => current(db),
  update: async ({ db, input, actor }: Ctx<Policy>) => {
    const before = await current(db)
    await queries.set(db, input.mode, input.mode === 'roles' ? [...new Set(input.roleIds)] : [])
    const after = await current(db)
    if (JSON.stringify(after) !== JSON.stringify(before)) {
      const known = (await holdersOf(db, ['manage_roles', 'manage_users'])).map(({ userId }) => userId)
      const others = known.filter((userId) => userId !== actor.userId)
      await tellPeople(db, others, after.mode === 'off' ? 'policyOff' : 'policyChanged', { by: actor.name })
    }
    return after
  },
})

const current = async (db: Db): Promise<Policy> => ({
  mode: await queries.mode(db),
  roleIds: await queries.roleIds(db),
})
