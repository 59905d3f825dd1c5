import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import { factorPolicy, type Policy } from './factor-policy.contract.ts'
import * as queries from './factor-policy.queries.ts'

export const factorPolicyRouter = serve(factorPolicy, {
  get: ({ db }) => current(db),
  update: async ({ db, input, actor }: Ctx<Policy>) => {
    actOnWhole(actor.assigned)
    await queries.set(db, input.mode, input.mode === 'roles' ? [...new Set(input.roleIds)] : [])
    return current(db)
  },
})

const current = async (db: Db): Promise<Policy> => ({
  mode: await queries.mode(db),
  roleIds: await queries.roleIds(db),
})
