import { Exact } from '#kit/domain/decimals.domain.ts'

interface Unit {
  branchId: string | null
  counterId: string | null
  isTransit: boolean
  itemId: string
}
interface Amounts {
  quantity: string
  value: string
}
export interface Change extends Unit {
  opening: Amounts
  in: Amounts
  out: Amounts
  closing: Amounts
  movements: (Amounts & { event: string; isIn: boolean })[]
}

const keyOf = ({ branchId, counterId, isTransit, itemId }: Unit) =>
  [branchId, counterId, isTransit, itemId].join(' ')
const total = (all: readonly string[]): string =>
  all.length === 1
    ? (all[0] ?? '0')
    : all.reduce((sum, one) => (one === '0' ? sum : sum.plus(one)), new Exact(0)).toFixed()
const add = (all: readonly Amounts[]): Amounts => ({
  quantity: total(all.map(({ quantity }) => quantity)),
  value: total(all.map(({ value }) => value)),
})
const unsigned = (value: string) => (value.startsWith('-') ? value.slice(1) : value)
const size = <A extends Amounts>(one: A): A => ({
  ...one,
  quantity: unsigned(one.quantity),
  value: unsigned(one.value),
})

/** Opening, in, out and closing of each unit and item: the closing is what the opening and the movements come to. */
export function changesOf(
  opening: readonly (Unit & Amounts)[],
  moves: readonly (Unit & Amounts & { event: string; isIn: boolean })[],
): Change[] {
  const openings = new Map(opening.map((one) => [keyOf(one), one]))
  const moved = Map.groupBy(moves, keyOf)
  const units = new Map([...opening, ...moves].map((one) => [keyOf(one), one]))
  return [...units].map(([key, { branchId, counterId, isTransit, itemId }]) => {
    const before = openings.get(key) ?? { quantity: '0', value: '0' }
    const own = moved.get(key) ?? []
    const [into, out] = [own.filter(({ isIn }) => isIn), own.filter(({ isIn }) => !isIn)]
    return {
      branchId,
      counterId,
      isTransit,
      itemId,
      opening: { quantity: before.quantity, value: before.value },
      in: add(into),
      out: size(add(out)),
      closing: add([before, ...own]),
      movements: own.map(({ event, isIn, quantity, value }) => ({
        event,
        isIn,
        ...size({ quantity, value }),
      })),
    }
  })
}

/** `part` of `whole` as a fraction of four decimals; nothing of nothing is nothing. */
export const shareOf = (part: string, whole: string): string =>
  new Exact(whole).isZero() ? '0' : new Exact(part).div(whole).toFixed(4)

/** What one unit has cost, with eight decimals; null where there is none. */
export const unitCost = ({ quantity, value }: Amounts): string | null =>
  new Exact(quantity).isZero() ? null : new Exact(value).div(quantity).toFixed(8)
