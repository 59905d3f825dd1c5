import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import { keepFile, storedFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { listPrincipals } from '#modules/approvals/public.server.ts'
import { thirdParties } from '../third-parties/third-parties.contract.ts'
import { thirdPartiesOf } from '../third-parties/third-parties.domain.ts'
import * as queries from '../third-parties/third-parties.queries.ts'
import { namedIn, readVisibleDeal } from './deal-records.server.ts'
import { parts } from './deals.queries.ts'

/** Copies of the documents of third parties, each read through a deal that names it. */
export const thirdPartiesRouter = serve(thirdParties, {
  uploadCopy: async ({ db, file, services, actor, now }) => {
    if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
    const id = await keepFile(db, services.files, file, actor)
    await queries.keep(db, { fileId: id, byId: actor.userId, at: now.toISOString() })
    return { id }
  },
  copy: async (ctx) => {
    const { db, input, actor, now } = ctx
    const row = await readVisibleDeal(ctx, input.dealId, await listPrincipals(db, actor.userId, now))
    const named = thirdPartiesOf(namedIn(row, await parts(db, row.id)))
    if (!named.some(({ party }) => party.copyId === input.copyId)) throw notFound()
    return storedFile(db, input.copyId)
  },
})
