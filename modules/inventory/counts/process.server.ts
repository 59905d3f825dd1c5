import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { nextState } from '#kit/domain/workflow.domain.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { costsAt, freeze, heldAt, post } from '#modules/ledger/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import type { StockItem } from '../items/items.domain.ts'
import { items } from '../items/items.server.ts'
import { compare, countWorkflow, valueOf, varianceLines } from './counts.domain.ts'
import * as queries from './counts.queries.ts'

/** Asked for the worth of one unit of currencies in local money, by their ids: what is found where the branch has had none. */
export const unitValues = hook<readonly string[], ReadonlyMap<string, string>>('inventory.unitValues')

interface Acting {
  db: Db
  actor: Actor
  now: Date
}

type Row = Awaited<ReturnType<typeof queries.rows.get>>

/**
 * Compares a draft with what lies at its place, while nothing moves there, and posts the difference where the person may accept
 * it; else it waits for a second person. Whatever should lie there must have been counted, but in the middle of a day.
 */
export async function processDraft({ db, actor, now }: Acting, row: Row): Promise<void> {
  await queries.holdPlace(db, row)
  await freeze(db, row)
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const counted = new Map((await queries.linesOf(db, row.id)).map((line) => [line.itemId, line.counted]))
  const held = new Map((await heldAt(db, row)).map(({ itemId, onHand }) => [itemId, onHand]))
  const { compared, missing } = compare(counted, held, await queries.undecided(db, row), known)
  if (missing.length > 0 && row.kind !== 'intraday')
    throw new Refusal('COUNT_INCOMPLETE', { codes: missing.map(({ code }) => code).join(', ') })
  const worth = await worthOf(db, row.branchId, known.values())
  const valued = compared.map((one) => {
    const value = valueOf(
      one,
      worth.costs.get(one.item.id),
      worth.units.get(one.item.currencyId),
      worth.exponent,
    )
    if (value === undefined) throw new Refusal('NO_COST', { code: one.item.code })
    return { ...one, value, itemId: one.item.id, valueAt: worth.units.get(one.item.currencyId) }
  })
  await queries.setCompared(db, row.id, valued)
  const variance = valued.reduce((sum, { value }) => sum.plus(new Exact(value).abs()), new Exact(0)).toFixed()
  const action = mayAccept(actor, variance) ? 'process' : 'submit'
  const state = nextState(countWorkflow, row, action, actor)
  const ended = action === 'process' ? { endedAt: now.toISOString(), endedBy: actor.name } : {}
  if (action === 'process') await postVariance({ db, actor, now }, row, valued)
  await queries.rows.update(db, row, { state, variance, comparedAt: now.toISOString(), ...ended })
}

/** A second person accepts the differences that were found: they are posted as they were when the place was counted. */
export async function accept({ db, actor, now }: Acting, row: Row): Promise<void> {
  const state = nextState(countWorkflow, row, 'process', actor)
  if (!mayAccept(actor, row.variance ?? '0'))
    throw new Refusal('OVER_LIMIT', { limit: actor.limits.get('count_variance') ?? '0' })
  await queries.holdPlace(db, row)
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const { units } = await worthOf(db, row.branchId, known.values())
  const found = (await queries.linesOf(db, row.id)).flatMap(({ itemId, difference }) => {
    const item = known.get(itemId)
    return item && difference !== null ? [{ item, difference, valueAt: units.get(item.currencyId) }] : []
  })
  await postVariance({ db, actor, now }, row, found)
  await queries.rows.update(db, row, { state, endedAt: now.toISOString(), endedBy: actor.name })
}

/** What things cost in a branch, and what they are worth where it has none. */
async function worthOf(db: Db, branchId: string, known: Iterable<StockItem>) {
  const { localCurrency } = await currentCompany(db)
  const costs = new Map((await costsAt(db, branchId)).map((one) => [one.itemId, one]))
  const [units = new Map<string, string>()] = await unitValues.ask(
    db,
    [...known].map(({ currencyId }) => currencyId),
  )
  return { costs, units, exponent: exponentOf(localCurrency) }
}

const mayAccept = ({ limits }: Actor, variance: string): boolean => {
  const limit = limits.get('count_variance') ?? '0'
  return limit === 'unlimited' || !new Exact(variance).greaterThan(limit)
}

async function postVariance(
  { db, actor, now }: Acting,
  row: Row,
  differences: Parameters<typeof varianceLines>[1],
): Promise<void> {
  const { branchId, counterId } = row
  const lines = varianceLines({ branchId, counterId }, differences)
  if (lines.length === 0) return
  await post(
    { db, actor, now },
    {
      event: 'count',
      source: { type: 'count', id: row.id },
      businessDate: row.businessDate,
      branchId,
      note: row.note,
      lines,
    },
  )
}
