import { serve } from '#kit/server/module.server.ts'
import { liveProfile } from './live-profile.contract.ts'
import { keepProfile, profileOf } from './live-profile.queries.ts'

export const liveProfileRouter = serve(liveProfile, {
  get: async ({ db, actor }) => ({ codes: (await profileOf(db, actor.userId))?.codes ?? null }),
  update: async ({ db, actor, input }) => {
    const codes = [...new Set(input.codes)]
    await keepProfile(db, actor.userId, codes)
    return { codes }
  },
})
