import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { DB } from '#db/types.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { keepFile, storedFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { informationRules } from '#modules/settings/public.server.ts'
import { todayOf } from '#modules/organisation/public.server.ts'
import { announceChange } from '../profiles/profiles.server.ts'
import { individual, applyFieldRules, findImpossibleValues } from '../profiles/profiles.domain.ts'
import { refreshSearch, rows as customers } from '../profiles/profiles.queries.ts'
import { type Document, type DocumentDraft, documents } from './documents.contract.ts'
import { documentFaults, type Side } from './documents.domain.ts'
import * as queries from './documents.queries.ts'

const { rows } = queries
type Draft = z.output<typeof DocumentDraft>
type Key = { id: string; version: number }

export const documentsRouter = serve(documents, {
  list: async ({ db, input }) => {
    await customers.get(db, input.customerId)
    return (await queries.listOf(db, input.customerId)).map(shown)
  },
  getById: async ({ db, input }) => shown(await rows.get(db, input.id)),
  create: async (ctx) => {
    const { db, input } = ctx
    await openCustomer(db, input.customerId)
    await refuseFaults(ctx, input)
    const made = await rows.insert(db, input)
    await refreshSearch(db, [input.customerId])
    await announceChange(ctx, input.customerId, false)
    return shown(made)
  },
  update,
  verify: async ({ db, input: { method, ...key }, actor, now }) => {
    const { frontFileId } = await rows.lock(db, key)
    if (!frontFileId) throw new Refusal('IMAGE_MISSING')
    return shown(
      await rows.update(db, key, {
        verifiedAt: now.toISOString(),
        verifiedByName: actor.name,
        verificationMethod: method,
      }),
    )
  },
  uploadImage: async ({ db, input: { side, ...key }, file, services, actor }) => {
    if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
    await rows.lock(db, key)
    const fileId = await keepFile(db, services.files, file, actor)
    const image = side === 'front' ? { frontFileId: fileId } : { backFileId: fileId }
    return shown(await rows.update(db, key, { ...image, ...unverified }))
  },
  image: async ({ db, input }: Ctx<{ id: string; side: Side }>) => {
    const { frontFileId, backFileId } = await rows.get(db, input.id)
    const fileId = input.side === 'front' ? frontFileId : backFileId
    if (!fileId) throw notFound()
    return storedFile(db, fileId)
  },
})

// What was verified is not what is there now.
const unverified = { verifiedAt: null, verifiedByName: '', verificationMethod: '' }

const shown = ({ frontFileId, backFileId, ...row }: Selectable<DB['customers.document']>): Document => ({
  ...row,
  idType: row.idType as Document['idType'],
  hasFront: frontFileId !== null,
  hasBack: backFileId !== null,
})

/** The customer, unless it was merged into another. */
async function openCustomer(db: Db, id: string) {
  const customer = await customers.get(db, id)
  if (customer.mergedInto) throw new Refusal('CUSTOMER_MERGED')
  return customer
}

async function refuseFaults(ctx: Ctx, draft: Draft) {
  const today = await todayOf(ctx)
  const faults = [
    ...documentFaults(draft, today),
    ...findImpossibleValues({ ...draft, idIssueDate: null }, today),
  ]
  if (faults.length > 0) throw new Refusal('INVALID', {}, { kind: 'invalid', fields: faults })
}

async function update(ctx: Ctx<Key & Draft>) {
  const { db } = ctx
  const { id, version, ...draft } = ctx.input
  const before = await rows.lock(db, { id, version })
  const customer = await openCustomer(db, before.customerId)
  await refuseFaults(ctx, draft)
  // The primary one is what the form of a person asks for.
  if (before.isPrimary && customer.customerType === individual) {
    const { faults } = applyFieldRules(await informationRules(db), individual, draft, before)
    const own = faults.filter(({ field }) => field in draft)
    if (own.length > 0) throw new Refusal('INVALID', {}, { kind: 'invalid', fields: own })
  }
  const made = await rows.update(db, { id, version }, { ...draft, ...unverified })
  await refreshSearch(db, [before.customerId])
  await announceChange(ctx, before.customerId, false)
  return shown(made)
}
