import type { Ctx } from '#kit/server/context.server.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import { keepFile, storedFile } from '#kit/server/files.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { company } from './company.contract.ts'
import * as queries from './company.queries.ts'

/** Asked when a company changes its local currency: whoever keeps currencies takes the new one in, or refuses. */
export const localCurrencyChanges = hook<{ code: string }, void>('organisation.localCurrencyChanges')

export const companyRouter = serve(company, {
  getDetail: ({ db }) => queries.current(db),
  getById: async ({ db, input }) => {
    const row = await queries.current(db)
    if (row.id !== input.id) throw notFound()
    return row
  },
  update: async ({ db, input: { id, version, ...draft } }) => {
    const { localCurrency } = await queries.current(db)
    if (localCurrency !== draft.localCurrency)
      await localCurrencyChanges.ask(db, { code: draft.localCurrency })
    return queries.update(db, { id, version }, draft)
  },
  uploadLogo,
  removeLogo: ({ db, input }) => queries.update(db, input, { logoFileId: null }),
  logo: async ({ db }) => {
    const { logoFileId } = await queries.current(db)
    if (!logoFileId) throw notFound()
    return storedFile(db, logoFileId)
  },
})

async function uploadLogo({ db, input, file, actor, services }: Ctx<{ id: string; version: number }>) {
  if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  const logoFileId = await keepFile(db, services.files, file, actor)
  return queries.update(db, input, { logoFileId })
}
