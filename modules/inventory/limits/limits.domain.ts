import { Exact } from '#kit/domain/decimals.domain.ts'

/** From the widest to the narrowest. */
export const limitLevels = ['company', 'region', 'branch', 'counter'] as const
export type LimitLevel = (typeof limitLevels)[number]

export const limitFields = ['minimum', 'target', 'maximum', 'bundle'] as const
type LimitField = (typeof limitFields)[number]

/** Units of the currency, or what they are worth in local currency at the mid rate. */
export const limitUnits = ['units', 'local'] as const
/** Whether a deal beyond a limit is only marked, or waits for a second person. */
export const limitActs = ['warn', 'block'] as const

interface Scope {
  regionId: string | null
  branchId: string | null
  counterId: string | null
}

/** What a level says of an item; without an item, of all cash there, in local currency. Zero is a limit, null is none of this level. */
export interface LimitRow extends Scope, Record<LimitField, string | null> {
  itemId: string | null
  unit: (typeof limitUnits)[number]
  act: (typeof limitActs)[number]
}

/** A limit that holds, with the level that set it. */
export interface Limit extends Pick<LimitRow, 'act' | 'unit'> {
  value: string
  level: LimitLevel
}
export type Limits = Record<LimitField, Limit | null>

/** A counter, or without one a branch as a whole: its vault and all its drawers. */
export interface LimitPlace {
  regionId: string | null
  branchId: string
  counterId: string | null
}

/** The level that a row belongs to, by the one place that it names. */
export const levelOf = ({ regionId, branchId, counterId }: Scope): LimitLevel =>
  counterId !== null ? 'counter' : branchId !== null ? 'branch' : regionId !== null ? 'region' : 'company'

const concerns = (row: Scope, place: LimitPlace): boolean => {
  const level = levelOf(row)
  return level === 'company' || row[`${level}Id` as const] === place[`${level}Id` as const]
}

/** The limits of an item that hold at a place: the narrowest level wins, minimum, target, maximum and bundle each by itself. */
export function narrowestLimits(rows: readonly LimitRow[], place: LimitPlace): Limits {
  const wide = rows
    .filter((row) => concerns(row, place))
    .toSorted((a, b) => limitLevels.indexOf(levelOf(b)) - limitLevels.indexOf(levelOf(a)))
  const of = (field: LimitField): Limit | null => {
    const row = wide.find((one) => one[field] !== null)
    const value = row?.[field]
    return row && value ? { value, level: levelOf(row), unit: row.unit, act: row.act } : null
  }
  return { minimum: of('minimum'), target: of('target'), maximum: of('maximum'), bundle: of('bundle') }
}

/**
 * The limits that a place is held against by what lies there itself: those of a branch are of the branch as a whole, so a counter has
 * only what was set for it.
 */
export function limitsAt(rows: readonly LimitRow[], place: LimitPlace): Limits {
  const found = narrowestLimits(rows, place)
  if (place.counterId === null) return found
  const own = (limit: Limit | null) => (limit?.level === 'counter' ? limit : null)
  return { ...found, minimum: own(found.minimum), target: own(found.target), maximum: own(found.maximum) }
}

/** What a place has of an item: on hand, of it promised to somebody, and on its way there. */
export interface Stocked {
  onHand: string
  reserved: string
  coming: string
}

/** What one unit is worth in local currency; undefined where no rate is known. */
export type UnitValue = string | undefined

export type Exactly = InstanceType<typeof Exact>

/** So many units as a limit counts them; undefined where it counts in local currency and no rate is known. */
export const measuredBy = (
  { unit }: Pick<Limit, 'unit'>,
  quantity: Exactly,
  unitValue: UnitValue,
): Exactly | undefined =>
  unit === 'units' ? quantity : unitValue === undefined ? undefined : quantity.times(unitValue)

/** A limit with what would be beyond it. */
export interface Beyond {
  kind: 'maximum' | 'minimum'
  limit: Limit
  value: string
}

/**
 * The limit that so many units more, or fewer, would leave behind: what comes in is added to what is held and on its way, what goes out
 * is taken from what is held and not promised.
 */
export function findBreachAfter(
  limits: Limits,
  { onHand, reserved, coming }: Stocked,
  change: string,
  unitValue: UnitValue,
): Beyond | undefined {
  const isIn = !change.startsWith('-')
  const kind = isIn ? 'maximum' : 'minimum'
  const limit = limits[kind]
  if (!limit || new Exact(change).isZero()) return undefined
  const left = new Exact(onHand).plus(change)
  const value = measuredBy(limit, isIn ? left.plus(coming) : left.minus(reserved), unitValue)
  if (!value || (isIn ? !value.greaterThan(limit.value) : !value.lessThan(limit.value))) return undefined
  return { kind, limit, value: value.toFixed() }
}

/** The limit that what lies at a place is beyond now; what is on its way there has not come yet. */
export function beyondNow(
  limits: Limits,
  { onHand }: Pick<Stocked, 'onHand'>,
  unitValue: UnitValue,
): Beyond | undefined {
  for (const kind of ['minimum', 'maximum'] as const) {
    const limit = limits[kind]
    const value = limit && measuredBy(limit, new Exact(onHand), unitValue)
    if (!limit || !value) continue
    if (kind === 'minimum' ? value.lessThan(limit.value) : value.greaterThan(limit.value))
      return { kind, limit, value: value.toFixed() }
  }
  return undefined
}

/** How many units a place can still take in below its maximum, beside what is on its way; undefined without a maximum. */
export function freeBelow(limits: Limits, stocked: Stocked, unitValue: UnitValue): string | undefined {
  const { maximum } = limits
  const held = new Exact(stocked.onHand).plus(stocked.coming)
  const measured = maximum && measuredBy(maximum, held, unitValue)
  if (!maximum || !measured) return undefined
  const free = Exact.max(0, new Exact(maximum.value).minus(measured))
  return (maximum.unit === 'local' && unitValue ? free.div(unitValue).toDecimalPlaces(4, 1) : free).toFixed()
}

/** What of its maximum a place has used, with what is on its way there, as a fraction of four decimals; null without a maximum, or of 0. */
export function usedOf(limits: Limits, stocked: Stocked, unitValue: UnitValue): string | null {
  const { maximum } = limits
  const held = new Exact(stocked.onHand).plus(stocked.coming)
  const measured = maximum && measuredBy(maximum, held, unitValue)
  return measured && !new Exact(maximum.value).isZero() ? measured.div(maximum.value).toFixed(4) : null
}
