import { batchOf } from '#modules/inventory/units/units.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import {
  cappedBy,
  changesOf,
  type BatchPart,
  faultsOfBatches,
  findNamed,
  isExpired,
  leftAfter,
  type NamedBatch,
  proposeBatches,
  takeFrom,
  unitsOf,
} from './batches.domain.ts'
import * as queries from './batches.queries.ts'

interface Wanted {
  itemId: string
  quantity: string
  isBatch: boolean
  batches: readonly NamedBatch[]
}

/** Throws for what is wrong with the batches of lines by themselves, each fault at its line. */
export function checkBatches(lines: readonly Wanted[], { isNeeded }: { isNeeded: boolean }): void {
  const [fault, ...more] = faultsOfBatches(lines, isNeeded)
  if (fault) throw new Refusal(fault.code, fault.data, { fields: [fault, ...more] })
}

interface Received {
  itemId: string
  batches: readonly { code: string; expiresOn: string | null; quantity: string }[]
}

/** The batches of what comes in, with their last days: that of one known before need not be given again, and is no other. */
export async function dateBatches(db: Db, lines: readonly Received[]): Promise<BatchPart[][]> {
  const dated: BatchPart[][] = []
  const given = new Map<string, string>()
  for (const [at, { itemId, batches }] of lines.entries()) {
    const known = batches.length > 0 ? await queries.datesOf(db, itemId) : new Map<string, string>()
    dated.push(
      batches.map(({ code: typed, expiresOn, quantity }) => {
        const code = batchOf(typed)
        const before = known.get(code) ?? given.get(`${itemId} ${code}`)
        const date = expiresOn ?? before
        if (!date) throw refuseField(`lines.${at}.expiresOn`, 'BATCH_DATE_MISSING', { batch: code })
        if (before !== undefined && before !== date)
          throw refuseField(`lines.${at}.expiresOn`, 'BATCH_OTHER_DATE', { batch: code, date: before })
        given.set(`${itemId} ${code}`, date)
        return { code, expiresOn: date, quantity }
      }),
    )
  }
  return dated
}

interface Moved {
  itemId: string
  batches: readonly BatchPart[]
}

/** Takes batches into the store of a branch. */
export async function receiveBatches(db: Db, branchId: string, lines: readonly Moved[]): Promise<void> {
  for (const { itemId, batches } of lines)
    for (const part of batches) {
      await queries.begin(db, itemId, part)
      await queries.move(db, { branchId, itemId }, part)
    }
}

/** Takes batches out of the store of a branch. */
export async function removeBatches(db: Db, branchId: string, lines: readonly Moved[]): Promise<void> {
  for (const { itemId, batches } of lines)
    for (const part of batches)
      await queries.move(
        db,
        { branchId, itemId },
        { ...part, quantity: new Exact(part.quantity).negated().toFixed() },
      )
}

interface Named {
  itemId: string
  batches: readonly NamedBatch[]
}

/** Puts units of batches that are known into the store of a branch; takes them where they are below zero. */
export async function putBatches(db: Db, branchId: string, { itemId, batches }: Named): Promise<void> {
  for (const part of batches)
    await queries.move(db, { branchId, itemId }, { ...part, code: batchOf(part.code) })
}

type Counted = Named & { before: Pick<Named, 'batches'> }

/** Takes batches in as far as they were sent; more of them waits until it is decided. What arrived before must be there still. */
export async function arriveBatches(
  db: Db,
  branchId: string,
  lines: readonly (Counted & { sent: Pick<Named, 'batches'> })[],
): Promise<void> {
  await refuseUnknown(db, lines)
  for (const { itemId, batches, sent, before } of lines) {
    const more = changesOf(cappedBy(sent.batches, before.batches), cappedBy(sent.batches, batches))
    if (more.some(({ quantity }) => new Exact(quantity).isNegative())) throw new Refusal('RECOUNT_BELOW')
    await putBatches(db, branchId, { itemId, batches: more })
  }
}

/** Throws at the line of a batch whose last day nobody knows. */
export async function refuseUnknown(db: Db, lines: readonly Named[]): Promise<void> {
  for (const [at, { itemId, batches }] of lines.entries()) {
    const known = batches.length > 0 ? await queries.datesOf(db, itemId) : new Map<string, string>()
    const other = batches.find(({ code }) => !known.has(batchOf(code)))
    if (other) throw refuseField(`lines.${at}.batches`, 'BATCH_UNKNOWN', { batch: other.code, date: '' })
  }
}

/** What a count has found of each batch. Of one that was sold since, the others have less, those first that expire first. */
export async function correctBatches(db: Db, branchId: string, lines: readonly Counted[]): Promise<void> {
  for (const { itemId, batches, before } of lines) {
    const changes = changesOf(before.batches, batches)
    const isLess = ({ quantity }: NamedBatch) => new Exact(quantity).isNegative()
    await putBatches(db, branchId, { itemId, batches: changes.filter((one) => !isLess(one)) })
    const less = changes.filter(isLess).map((one) => ({ ...one, quantity: unsigned(one.quantity) }))
    if (less.length === 0) continue
    const here = await queries.stockOf(db, branchId, [itemId], { isLocked: true })
    await removeBatches(db, branchId, [{ itemId, batches: takeFrom(here, less) }])
  }
}

const unsigned = (quantity: string) => new Exact(quantity).abs().toFixed()

const itemsOf = (lines: readonly Wanted[]) => [
  ...new Set(lines.flatMap(({ itemId, isBatch }) => (isBatch ? [itemId] : []))),
]

/** Of each line the batches that would be sold, as far as they are there; `today` is that of the branch. */
export async function proposeSale(
  db: Db,
  { branchId, today }: { branchId: string; today: string },
  lines: readonly Wanted[],
): Promise<BatchPart[][]> {
  const found = await queries.stockOf(db, branchId, itemsOf(lines), { isFree: true })
  let here = found.filter((part) => !isExpired(part, today))
  return lines.map(({ itemId, isBatch, quantity, batches }) => {
    if (!isBatch) return []
    const own = here.filter((part) => part.itemId === itemId)
    const named = batches.length > 0 ? findNamed(own, batches).parts : undefined
    const parts = named ?? proposeBatches(own, quantity)
    here = [...here.filter((part) => part.itemId !== itemId), ...withItem(itemId, leftAfter(own, parts))]
    return parts.map(({ code, expiresOn, quantity: units }) => ({ code, expiresOn, quantity: units }))
  })
}

const withItem = (itemId: string, parts: readonly BatchPart[]) => parts.map((part) => ({ ...part, itemId }))

/**
 * Of each line the batches that go out, which nobody else takes meanwhile: those that are named, or those first that expire first. With
 * `today`, the branch's, nothing that has expired. Throws at its line what is not there, and SOLD_OUT with what is.
 */
export async function pickBatches(
  db: Db,
  { branchId, today }: { branchId: string; today: string | null },
  lines: readonly Wanted[],
): Promise<BatchPart[][]> {
  let here = await queries.stockOf(db, branchId, itemsOf(lines), { isFree: true, isLocked: true })
  return lines.map(({ itemId, isBatch, quantity, batches }, at) => {
    if (!isBatch) return []
    const all = here.filter((part) => part.itemId === itemId)
    const own = all.filter((part) => today === null || !isExpired(part, today))
    const available = unitsOf(own)
    if (batches.length === 0 && new Exact(available).lessThan(quantity))
      throw refuseField(`lines.${at}.quantity`, 'SOLD_OUT', { available })
    const named = batches.length > 0 ? findNamed(own, batches) : undefined
    if (named?.missing !== undefined) {
      const late = all.find(({ code }) => code === named.missing)
      const data = { batch: named.missing, date: late?.expiresOn ?? '' }
      const isLate = late !== undefined && today !== null && isExpired(late, today)
      const isShort = late !== undefined && !isLate
      throw isShort
        ? refuseField(`lines.${at}.quantity`, 'SOLD_OUT', { available: late.quantity })
        : refuseField(`lines.${at}.batches`, isLate ? 'BATCH_EXPIRED' : 'BATCH_UNKNOWN', data)
    }
    const parts = named ? named.parts : proposeBatches(own, quantity)
    here = [...here.filter((part) => part.itemId !== itemId), ...withItem(itemId, leftAfter(all, parts))]
    return parts.map(({ code, expiresOn, quantity: units }) => ({ code, expiresOn, quantity: units }))
  })
}

/** Keeps the batches that the lines of a transfer name, so that nobody sells them. Throws at the line of one that is not there. */
export async function packBatches(db: Db, branchId: string, lines: readonly Wanted[]): Promise<void> {
  const named = lines.map((line) => ({ ...line, isBatch: line.isBatch && line.batches.length > 0 }))
  for (const [at, parts] of (await pickBatches(db, { branchId, today: null }, named)).entries())
    for (const part of parts) await queries.promise(db, { branchId, itemId: lines[at]?.itemId ?? '' }, part)
}

/** Gives back what a transfer had kept. */
export async function unpackBatches(db: Db, branchId: string, lines: readonly Wanted[]): Promise<void> {
  for (const { itemId, isBatch, batches } of lines)
    for (const { code, quantity } of isBatch ? batches : [])
      await queries.promise(
        db,
        { branchId, itemId },
        { code: batchOf(code), quantity: new Exact(quantity).negated().toFixed() },
      )
}

/** What may be sold of an item in a branch, those batches first that expire first. */
export async function listSellable(
  db: Db,
  branchId: string,
  { itemId, today }: { itemId: string; today: string },
) {
  const found = await queries.stockOf(db, branchId, [itemId], { isFree: true })
  const parts = proposeBatches(
    found.filter((part) => !isExpired(part, today)),
    unitsOf(found),
  )
  return parts.map(({ code, expiresOn, quantity }) => ({ code, expiresOn, quantity }))
}
