import { serve } from '#kit/server/module.server.ts'
import { headOf } from './anchoring.server.ts'
import { anchors } from './anchors.contract.ts'

export const anchorsRouter = serve(anchors, {
  head: async ({ db }) => ({ head: (await headOf(db)) ?? null }),
})
