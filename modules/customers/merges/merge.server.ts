import type { Updateable } from 'kysely'
import type { DB } from '#db/types.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { closeMerged } from '../duplicate-reviews/duplicate-reviews.queries.ts'
import { askAboutMerged } from '../duplicate-reviews/duplicate-reviews.server.ts'
import { lookOf } from '../identity/likeness.domain.ts'
import { customerOf, customersMerged, announceChange } from '../profiles/profiles.server.ts'
import { corporate, individual, type Values } from '../profiles/profiles.domain.ts'
import { refreshSearch, rows } from '../profiles/profiles.queries.ts'
import { shareLeft } from '../stakeholders/stakeholders.domain.ts'
import { chainOf } from '../stakeholders/stakeholders.queries.ts'
import { corporateMerges, individualMerges } from './merge.contract.ts'
import * as queries from './merge.queries.ts'

interface MergeInput {
  id: string
  version: number
  otherId: string
  otherVersion: number
  take: string[]
}

export const individualMergesRouter = serve(individualMerges, { merge: (ctx) => merge(ctx, individual) })
export const corporateMergesRouter = serve(corporateMerges, { merge: (ctx) => merge(ctx, corporate) })

async function merge(ctx: Ctx<MergeInput>, type: FieldType) {
  const { db, input, actor, now } = ctx
  const { id, version, otherId, otherVersion } = input
  if (id === otherId) throw refuseField('otherId', 'MERGE_SAME')
  await queries.lockBoth(db, { id, version }, { id: otherId, version: otherVersion })
  const one = await customerOf(ctx, type, id)
  const other = await customerOf(ctx, type, otherId)
  if (one.mergedInto || other.mergedInto) throw new Refusal('CUSTOMER_MERGED')
  if (await queries.areTied(db, id, otherId)) throw refuseField('otherId', 'MERGE_TIED')
  // First, since a registration is one customer's alone.
  await rows.update(db, { id: otherId, version: otherVersion }, { mergedInto: id, isActive: false })
  const taken = Object.fromEntries(
    input.take.filter((field) => field !== 'identity').map((field) => [field, (other as Values)[field]]),
  ) as Updateable<DB['customers.customer']>
  await rows.update(
    db,
    { id, version },
    {
      ...taken,
      avatarFileId: one.avatarFileId ?? other.avatarFileId,
      isBlocked: one.isBlocked || other.isBlocked,
      isMonitored: one.isMonitored || other.isMonitored,
      isActive: one.isActive && other.isActive,
    },
  )
  const takesIdentity = input.take.includes('identity') && other.idType !== ''
  await queries.moveAll(db, { id, otherId, byName: actor.name, at: now }, takesIdentity)
  await closeMerged(db, id, { name: actor.name, at: now.toISOString() })
  await customersMerged.ask(db, { fromId: otherId, toId: id })
  const chain = await chainOf(db, id)
  if (chain.some(({ holderId }) => holderId === id)) throw refuseField('otherId', 'MERGE_TIED')
  if (shareLeft(chain.filter(({ corporateId }) => corporateId === id)).startsWith('-'))
    throw refuseField('otherId', 'MERGE_SHARES')
  await refreshSearch(db, [id, otherId])
  const kept = await customerOf(ctx, type, id)
  if (lookOf(type, kept.name, kept.dateOfBirth) !== lookOf(type, one.name, one.dateOfBirth))
    await askAboutMerged(db, id, { by: { id: actor.userId, name: actor.name }, now })
  await announceChange(ctx, id, false)
  return customerOf(ctx, type, id)
}
