import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies, allModes, ownStock } from '#modules/currencies/public.server.ts'
import { reaches, tree } from '#modules/organisation/public.server.ts'
import { accountFor, type MappingRow } from '../accounts/accounts.domain.ts'
import { all as allAccounts, mapping } from '../accounts/accounts.queries.ts'
import { holdPosting } from '../accounts/hold.queries.ts'
import { actIn } from '../periods/periods.server.ts'
import { type MappingDraft, mappings } from './mappings.contract.ts'
import { declarations } from '../events/events.domain.ts'
import { idleFields, missing, type Narrowed, type PostedPart, postedParts, unfit } from './mappings.domain.ts'
import * as queries from './mappings.queries.ts'

const { rows } = queries
type Acting = Pick<Ctx, 'actor' | 'db'>
type Saying = Acting & Pick<Ctx, 'language'>
type Key = { id: string; version: number }

export const mappingsRouter = serve(mappings, {
  list: async ({ db, input, actor, language }) => {
    const [page, named] = [await queries.list(db, actor.scope, input, language), await namer(db)]
    return { ...page, items: page.items.map((row) => named(row)) }
  },
  getById: (ctx) => one(ctx, ctx.input.id),
  create,
  update,
  delete: remove,
  choices: async ({ db, language }) => ({
    accounts: (await allAccounts(db, language)).map(({ code, name, ...rest }) => ({
      ...rest,
      name: `${code} ${name}`,
    })),
    items: await items(db),
    modes: (await allModes(db)).map(({ id, name }) => ({ id, name })),
    parts: postedParts(declarations()).map(({ code, classes, keeps, says, party, events }) => ({
      code,
      classes: [...classes],
      keeps,
      ...(says && { says }),
      ...(party && { party }),
      events: [...events],
    })),
    events: declarations().events.map(({ code }) => code),
  }),
  check: async ({ db, actor: { scope } }) => {
    const { branches } = await tree(db)
    const seen = branches.filter(({ id }) => reaches(scope, { branchId: id }))
    const house = {
      branchIds: seen.map(({ id }) => id),
      items: await items(db),
      modeIds: (await allModes(db)).map(({ id }) => id),
    }
    const found = missing(await mapping(db), house, postedParts(declarations()))
    const named = await namer(db)
    const names = new Map(seen.map(({ id, name }) => [id, name]))
    return {
      count: found.length,
      missing: found.slice(0, 10).map((gap) => ({
        ...named(gap),
        branchName: names.get(gap.branchId) ?? '',
      })),
    }
  },
})

/** What can be kept in stock, the parts of currencies among it. */
async function items(db: Db): Promise<{ id: string; name: string; isLocal: boolean }[]> {
  const whole = (await allCurrencies(db)).map(({ id, code, isLocal }) => ({ id, name: code, isLocal }))
  return [...whole, ...(await ownStock(db)).map(({ id, code }) => ({ id, name: code, isLocal: false }))]
}

async function namer(db: Db) {
  const codes = new Map((await items(db)).map(({ id, name }) => [id, name]))
  const modes = new Map((await allModes(db)).map(({ id, name }) => [id, name]))
  return <R extends Narrowed>(row: R) => ({
    ...row,
    itemCode: (row.itemId && codes.get(row.itemId)) ?? null,
    modeName: (row.modeId && modes.get(row.modeId)) ?? null,
    isUsual: isUsual(row),
  })
}

const isUsual = ({ event, branchId, itemId, modeId }: Omit<MappingRow, 'accountId' | 'part'>) =>
  !event && !branchId && !itemId && !modeId

async function one({ db, actor, language }: Saying, id: string) {
  const row = await queries.find(db, actor.scope, id, language)
  if (!row) throw notFound()
  return (await namer(db))(row)
}

async function create(ctx: Ctx<MappingDraft>) {
  const { db, input } = ctx
  const { accountId, ...narrowed } = input
  await actIn(ctx, input.branchId)
  const part = partOf(narrowed.part)
  const [idle] = idleFields(part, narrowed)
  if (idle) throw refuseField(idle, 'MAPPING_IDLE')
  await checkNames(db, part, narrowed)
  await checkAccount(db, part, accountId)
  await stay(db, part, narrowed, accountId)
  const added = await queries.add(db, input)
  if (!added) throw refuseField('part', 'MAPPING_EXISTS')
  return one(ctx, added.id)
}

async function update(ctx: Ctx<Key & { accountId: string }>) {
  const { db, input } = ctx
  const { accountId, ...key } = input
  const row = await own(ctx, key)
  await checkAccount(db, partOf(row.part), accountId)
  await stay(db, partOf(row.part), row, accountId)
  await rows.update(db, key, { accountId })
  return one(ctx, key.id)
}

async function remove(ctx: Ctx<Key>) {
  const { db, input } = ctx
  const row = await own(ctx, input)
  if (isUsual(row)) throw new Refusal('MAPPING_USUAL')
  const others = (await mapping(db)).filter((other) => !isSame(other, row))
  const { part, branchId, itemId, modeId } = row
  const asked = { part, event: row.event ?? '', branchId: branchId ?? '', itemId, modeId }
  await stay(db, partOf(part), row, accountFor(others, asked))
  await rows.remove(db, input)
  return replyMessage(ctx, 'removed')
}

const isSame = (a: MappingRow, b: Narrowed) =>
  (['part', 'event', 'branchId', 'itemId', 'modeId'] as const).every((key) => a[key] === b[key])

/** A part that some event posts; throws MAPPING_IDLE where none does. */
function partOf(code: string): PostedPart {
  const found = postedParts(declarations()).find((part) => part.code === code)
  if (!found) throw refuseField('part', 'MAPPING_IDLE')
  return found
}

/** A row that the person may change, locked. */
async function own(ctx: Acting, key: Key) {
  const row = await queries.find(ctx.db, ctx.actor.scope, key.id)
  if (!row) throw notFound()
  await actIn(ctx, row.branchId)
  await rows.lock(ctx.db, key)
  return row
}

async function checkNames(db: Db, { keeps }: PostedPart, { itemId, modeId }: Narrowed): Promise<void> {
  if (itemId !== null) {
    const item = (await items(db)).find(({ id }) => id === itemId)
    if (!item) throw notFound()
    // Local money lies in cash and vault, all other in stock.
    if (keeps !== null && item.isLocal !== (keeps === 'cash')) throw refuseField('itemId', 'MAPPING_IDLE')
  }
  if (modeId !== null && !(await allModes(db)).some(({ id }) => id === modeId)) throw notFound()
}

async function checkAccount(db: Db, part: PostedPart, accountId: string): Promise<void> {
  const account = (await allAccounts(db)).find(({ id }) => id === accountId)
  if (!account) throw notFound()
  const code = unfit(part, account)
  if (code) throw refuseField('accountId', code)
  const beside = (await mapping(db)).find((row) => row.part === part.apartFrom && isUsual(row))
  if (beside?.accountId === accountId) throw refuseField('accountId', 'KEEPS_OTHER')
}

/** Nothing of what is kept may lie in another account than it goes to from now on: nobody could take it out again. */
async function stay(db: Db, part: PostedPart, row: Narrowed, accountId: string | undefined): Promise<void> {
  if (part.keeps === null) return
  await holdPosting(db)
  const count = await queries.countHeldElsewhere(db, part, row, accountId)
  if (count > 0) throw refuseField('accountId', 'MAPPING_HOLDS', { count })
}
