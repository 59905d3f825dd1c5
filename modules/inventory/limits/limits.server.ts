import { Exact } from '#kit/domain/decimals.domain.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { tableRows } from '#kit/server/tables/table.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import {
  actOnly,
  branchRows,
  counterRows,
  currentCompany,
  regionRows,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { items } from '../items/items.server.ts'
import { blankLimit, cashCode, limitsOfSheet } from './limit-sheet.domain.ts'
import {
  type Level,
  type LimitDraft,
  type LimitSheet,
  type LimitsDraft,
  stockLimits,
} from './limits.contract.ts'
import { limitFields, levelOf, type LimitPlace, narrowestLimits } from './limits.domain.ts'
import * as queries from './limits.queries.ts'

type Asked = Partial<Record<keyof Level, string | undefined>>

export const limitsRouter = serve(stockLimits, { list, update, upload })

const levelIn = ({ regionId = null, branchId = null, counterId = null }: Asked | Level): Level => ({
  regionId,
  branchId,
  counterId,
})

const placeNames = { region: 'regionId', branch: 'branchId', counter: 'counterId' } as const

/** The place that a level is, with those around it; throws NOT_FOUND for one that is not there. */
async function placeOf(db: Db, level: Level): Promise<LimitPlace> {
  const { counterId, regionId } = level
  const branchId = counterId === null ? level.branchId : (await counterRows.get(db, counterId)).branchId
  if (branchId !== null)
    return { regionId: (await branchRows.get(db, branchId)).regionId, branchId, counterId }
  if (regionId !== null) await regionRows.get(db, regionId)
  return { regionId, branchId: '', counterId: null }
}

async function list({ db, input, actor }: Ctx<Asked>): Promise<LimitSheet> {
  const level = levelIn(input)
  const name = levelOf(level)
  if (name !== 'company') requireVisible(actor.scope, `${name}Ids`, { id: level[placeNames[name]] ?? '' })
  return sheetOf(db, level)
}

async function sheetOf(db: Db, level: Level): Promise<LimitSheet> {
  const place = await placeOf(db, level)
  const rows = await queries.allRows(db)
  const { localCurrency: local } = await currentCompany(db)
  const cash = { id: null, code: cashCode, flagCode: '', exponent: exponentOf(local) }
  const lines = [cash, ...(await items(db)).filter(({ isEnabled }) => isEnabled)].map(
    ({ id: itemId, code, flagCode, exponent }) => {
      const own = rows.filter((row) => row.itemId === itemId)
      const kept = own.find((row) => isAt(row, level)) ?? blankLimit(itemId)
      const { unit, act, minimum, target, maximum, bundle } = kept
      const fields = { unit, act, minimum, target, maximum, bundle }
      return { itemId, code, flagCode, exponent, ...fields, holds: narrowestLimits(own, place) }
    },
  )
  return { local, lines }
}

const isAt = (row: Level, level: Level) =>
  row.regionId === level.regionId && row.branchId === level.branchId && row.counterId === level.counterId

async function update({ db, input, actor }: Ctx<LimitsDraft>): Promise<LimitSheet> {
  const { lines, ...level } = input
  return save({ db, actor }, level, lines)
}

/** Keeps what is said of each item; a line that says nothing is none. */
async function save({ db, actor }: Pick<Ctx, 'actor' | 'db'>, level: Level, lines: readonly LimitDraft[]) {
  const name = levelOf(level)
  const field = name === 'company' ? 'branchId' : placeNames[name]
  actOnly(actor.assigned, name === 'company' ? 'branchIds' : `${name}Ids`, level[field], field)
  await placeOf(db, level)
  await refuseFaults(db, lines)
  for (const line of lines) {
    const isBlank = limitFields.every((one) => line[one] === null)
    if (isBlank) await queries.forget(db, level, line.itemId)
    else await queries.keep(db, { ...level, ...line })
  }
  return sheetOf(db, level)
}

/** Throws with each fault at its field: an item that is not there, decimals that it has not, limits that cross. */
async function refuseFaults(db: Db, lines: readonly LimitDraft[]): Promise<void> {
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const local = exponentOf((await currentCompany(db)).localCurrency)
  const fields = lines.flatMap((line, index): FieldFault[] => {
    const fault = (field: string, code: string, data = {}) => ({
      field: `lines.${index}.${field}`,
      code,
      data,
    })
    const { itemId, unit, minimum, target, bundle } = line
    const item = itemId === null ? undefined : known.get(itemId)
    if (itemId !== null && !item) return [fault('itemId', 'ITEM_UNKNOWN')]
    if (!item && [minimum, target, bundle].some((value) => value !== null))
      return [fault('maximum', 'CASH_HAS_MAXIMUM')]
    if (!item && unit !== 'local') return [fault('unit', 'CASH_HAS_MAXIMUM')]
    const exponent = unit === 'local' ? local : (item?.exponent ?? local)
    const long = limitFields.flatMap((name) => {
      const decimals = name === 'bundle' ? (item?.exponent ?? local) : exponent
      const isLong = line[name] !== null && !hasAtMost(line[name], decimals)
      return isLong ? [fault(name, 'TOO_MANY_DECIMALS', { exponent: decimals })] : []
    })
    const given = (['minimum', 'target', 'maximum'] as const).filter((name) => line[name] !== null)
    const crossing = given.slice(1).find((name, at) => {
      const below = line[given[at] ?? name] ?? '0'
      return new Exact(line[name] ?? '0').lessThan(below)
    })
    return [...long, ...(crossing ? [fault(crossing, 'LIMITS_CROSS')] : [])]
  })
  if (fields[0]) throw new Refusal(fields[0].code, fields[0].data, { fields })
}

async function upload({ db, input, file, actor }: Ctx<Asked>): Promise<LimitSheet> {
  if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  const level = levelIn(input)
  const pieces = await Array.fromAsync(tableRows(new Uint8Array(file.bytes), file.type))
  const all = await items(db)
  const kept = (await queries.allRows(db)).filter((row) => isAt(row, level))
  const lines = limitsOfSheet(
    pieces.flatMap(({ rows }) => rows),
    (code) => (code === cashCode ? null : all.find((item) => item.code === code)?.id),
    kept.map(({ regionId: _region, branchId: _branch, counterId: _counter, ...own }) => own),
  )
  return save({ db, actor }, level, lines)
}
