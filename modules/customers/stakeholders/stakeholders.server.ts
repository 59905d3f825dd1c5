import type { Selectable } from 'kysely'
import type { DB } from '#db/types.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { customerOf, partyLeaving, announceChange } from '../profiles/profiles.server.ts'
import { corporate, individual } from '../profiles/profiles.domain.ts'
import { rows as customers } from '../profiles/profiles.queries.ts'
import { create as register } from '../registration/registration.server.ts'
import { isSoundShare, type Ownership, type Stakeholder, stakeholders } from './stakeholders.contract.ts'
import {
  effectiveShares,
  findOwnershipCircle,
  shareLeft,
  type StakeholderRole,
} from './stakeholders.domain.ts'
import * as queries from './stakeholders.queries.ts'

const { rows } = queries

interface Stake {
  role: StakeholderRole
  share: string | null
}

type Named = Selectable<DB['customers.stakeholder']> &
  Pick<Stakeholder, 'corporateName' | 'holderName' | 'holderType'>
const shown = (row: Named): Stakeholder => ({ ...row, role: row.role as StakeholderRole })

export const stakeholdersRouter = serve(stakeholders, {
  list: async ({ db, input }) => {
    const page = await queries.list(db, input)
    return { ...page, items: page.items.map(shown) }
  },
  getById: async ({ db, input }) => {
    await rows.get(db, input.id)
    return shown(await queries.one(db, input.id))
  },
  ofCorporate,
  ofIndividual: async ({ db, input }) => {
    const person = await customers.get(db, input.id)
    if (person.customerType !== individual) throw notFound()
    return (await queries.ofHolder(db, input.id)).map(shown)
  },
  create: async (ctx) => {
    const { db, input } = ctx
    await checkStake(db, input)
    const { id } = await rows.insert(db, input)
    await announceChange(ctx, input.holderId, false)
    return shown(await queries.one(db, id))
  },
  update: async ({ db, input: { id, version, ...stake } }) => {
    const { corporateId, holderId } = await rows.lock(db, { id, version })
    await checkStake(db, { corporateId, holderId, id, ...stake })
    await rows.update(db, { id, version }, stake)
    return shown(await queries.one(db, id))
  },
  delete: async (ctx) => {
    const { holderId } = await rows.get(ctx.db, ctx.input.id)
    await partyLeaving.ask(ctx.db, { holderId, permissions: ctx.actor.permissions })
    await rows.remove(ctx.db, ctx.input)
    return replyMessage(ctx, 'removed')
  },
  createRelatedIndividual: async (ctx) => {
    const { corporateId, person, stake } = ctx.input
    const { id: holderId } = await register(ctx, individual, person)
    await checkStake(ctx.db, { corporateId, holderId, ...stake })
    const { id } = await rows.insert(ctx.db, { corporateId, holderId, ...stake })
    return shown(await queries.one(ctx.db, id))
  },
  getRelatedIndividual: async (ctx) => {
    const { holderId } = await rows.get(ctx.db, ctx.input.id)
    return customerOf(ctx, individual, holderId)
  },
})

async function ofCorporate({ db, input }: Ctx<{ id: string }>): Promise<Ownership> {
  const company = await customers.get(db, input.id)
  if (company.customerType !== corporate) throw notFound()
  const shares = await queries.chainOf(db, input.id)
  const effective = effectiveShares(shares, input.id)
  const people = await queries.names(db, [input.id, ...effective.keys()])
  return {
    stakeholders: (await queries.ofCorporate(db, input.id)).map(shown),
    people: people.map((one) => ({ ...one, effective: effective.get(one.id) ?? null })),
    shares,
  }
}

/** Refuses more than the whole of a company, a company that owns itself, and whoever is not there any more. */
async function checkStake(db: Db, stake: Stake & { corporateId: string; holderId: string; id?: string }) {
  const { corporateId, holderId, share } = stake
  const company = await customers.get(db, corporateId)
  const holder = await customers.get(db, holderId)
  if (company.customerType !== corporate) throw notFound()
  if (company.mergedInto || holder.mergedInto) throw new Refusal('CUSTOMER_MERGED')
  if (!isSoundShare(stake)) throw refuseField('share', 'SHARE_OF_OWNER')
  if (share === null) {
    if (corporateId === holderId)
      throw refuseField('holderId', 'OWNS_ITSELF', { way: [company.name, company.name] })
    return
  }
  await queries.lockOwnership(db)
  const circle = findOwnershipCircle(await queries.chainOf(db, holderId), { corporateId, holderId })
  if (circle) {
    const names = new Map((await queries.names(db, circle)).map(({ id, name }) => [id, name]))
    throw refuseField('holderId', 'OWNS_ITSELF', { way: circle.map((id) => names.get(id) ?? '').join(' → ') })
  }
  const others = (await queries.ofCorporate(db, corporateId)).flatMap((one) =>
    one.role === 'OWNER' && one.id !== stake.id ? [{ share: one.share ?? '0' }] : [],
  )
  if (shareLeft([...others, { share }]).startsWith('-'))
    throw refuseField('share', 'MORE_THAN_ALL', { left: shareLeft(others) })
}
