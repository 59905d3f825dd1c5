import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { batchOf, isUnnamed, noUnits, type Units } from '#modules/inventory/units/units.domain.ts'
import type { UnitsAsk } from '#modules/inventory/public.server.ts'
import { businessDate } from '#modules/organisation/public.server.ts'
import { stockOf } from '../batches/batches.queries.ts'
import { surplusOf } from '../batches/batches.domain.ts'
import {
  arriveBatches,
  checkBatches,
  correctBatches,
  packBatches,
  pickBatches,
  putBatches,
  refuseUnknown,
  removeBatches,
  unpackBatches,
} from '../batches/batches.server.ts'
import { find } from '../items/items.queries.ts'
import { storedAt } from '../serials/serials.queries.ts'
import { checkSerials } from '../serials/serials.server.ts'
import {
  arriveSerials,
  correctSerials,
  loseSerials,
  packSerials,
  refuseOthers,
  returnSerials,
  sendSerials,
  unpackSerials,
} from './serial-moves.server.ts'

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>
type Document = UnitsAsk['document']
interface Line extends Units {
  itemId: string
  quantity: string
  sent: Units
  before: Units
  isSerial: boolean
  isBatch: boolean
}

/** What becomes of serials and batches when a document of stock moves them, as `goodsUnits` says. */
export async function moveTracked(
  db: Db,
  { act, acting, document, lines }: UnitsAsk,
): Promise<readonly Units[]> {
  const ids = [...new Set(lines.map(({ itemId }) => itemId))]
  const known = new Map((await find(db, ids)).map(({ id, tracking }) => [id, tracking]))
  const tracked = lines.map(({ itemId, quantity, units, sent = noUnits, before = noUnits }): Line => ({
    itemId,
    quantity,
    sent,
    before,
    ...units,
    isSerial: known.get(itemId) === 'serial',
    isBatch: known.get(itemId) === 'batch',
  }))
  return (await acts[act]({ db, ...acting }, document, tracked)) ?? tracked.map(unitsOf)
}

const unitsOf = ({ serials, batches }: Units): Units => ({ serials, batches })
const codesOf = (parts: Units['batches']) => parts.map(({ code, quantity }) => ({ code, quantity }))

/** Each act; without an answer the units are those that the lines name. */
const acts: Record<
  UnitsAsk['act'],
  (ctx: Acting, document: Document, lines: readonly Line[]) => Promise<Units[] | undefined>
> = {
  async pack(ctx, document, lines) {
    check(lines, false)
    await packSerials(ctx, document, lines)
    await packBatches(ctx.db, document.branchId, lines)
    return undefined
  },
  async unpack(ctx, document, lines) {
    await unpackSerials(ctx, document, lines)
    await unpackBatches(ctx.db, document.branchId, lines)
    return undefined
  },
  async send(ctx, { branchId, ...document }, lines) {
    await sendSerials(ctx, { ...document, branchId }, lines)
    await unpackBatches(ctx.db, branchId, lines)
    const day = await businessDate(ctx.db, branchId, ctx.now)
    const picked: Awaited<ReturnType<typeof pickBatches>> = []
    // What has expired leaves only where it is named.
    for (const line of lines) {
      const today = line.batches.length > 0 ? null : day
      picked.push(...(await pickBatches(ctx.db, { branchId, today }, [line])))
    }
    await removeBatches(
      ctx.db,
      branchId,
      lines.map(({ itemId }, at) => ({ itemId, batches: picked[at] ?? [] })),
    )
    return lines.map(({ serials }, at) => ({ serials, batches: codesOf(picked[at] ?? []) }))
  },
  async arrive(ctx, document, lines) {
    check(lines, true)
    await arriveSerials(ctx, document, lines)
    await arriveBatches(ctx.db, document.branchId, lines)
    return lines.map(({ serials, batches }) => ({
      serials,
      batches: batches.map(({ code, quantity }) => ({ code: batchOf(code), quantity })),
    }))
  },
  async lose(ctx, document, lines) {
    await loseSerials(ctx, document, lines)
    for (const { itemId, sent, before } of lines)
      await putBatches(ctx.db, document.toBranchId ?? document.branchId, {
        itemId,
        batches: surplusOf(sent.batches, before.batches),
      })
    return undefined
  },
  async comeBack(ctx, document, lines) {
    await returnSerials(ctx, document, lines)
    for (const line of lines) await putBatches(ctx.db, document.branchId, line)
    return undefined
  },
  async look({ db }, { branchId }, lines) {
    check(lines, true)
    await refuseOthers(db, branchId, lines)
    await refuseUnknown(db, lines)
    const held: Units[] = []
    for (const { itemId, isSerial, isBatch } of lines)
      held.push({
        serials: isSerial ? await storedAt(db, branchId, itemId) : [],
        batches: isBatch ? codesOf(await stockOf(db, branchId, [itemId])) : [],
      })
    return held
  },
  async count(ctx, document, lines) {
    await correctSerials(ctx, document, lines)
    await correctBatches(ctx.db, document.branchId, lines)
    return undefined
  },
}

/** Throws for units that do not add up to their lines; of what arrives and of what is counted every batch is named. */
function check(lines: readonly Line[], isNeeded: boolean): void {
  checkSerials(lines)
  const isNothing = (line: Line) => isUnnamed(line) && new Exact(line.quantity).isZero()
  checkBatches(
    lines.map((line) => ({ ...line, isBatch: line.isBatch && !isNothing(line) })),
    { isNeeded },
  )
}
