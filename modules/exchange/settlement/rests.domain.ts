import { Exact } from '#kit/domain/decimals.domain.ts'
import { covers } from '#modules/actor.domain.ts'

/** A line of a rest: the rate that was usual as it was dealt, and the one of now. */
interface Line {
  position: number
  usualRate: string
  rateNow: string
}

/** The line whose rate has moved most since, by which fraction of what it was; undefined where none has. */
export function findMostMoved(lines: readonly Line[]): (Line & { deviation: string }) | undefined {
  return lines
    .filter(({ usualRate, rateNow }) => !new Exact(rateNow).equals(usualRate))
    .map((line) => ({
      ...line,
      deviation: new Exact(line.rateNow).div(line.usualRate).minus(1).abs().toDecimalPlaces(8).toFixed(),
    }))
    .toSorted((a, b) => new Exact(b.deviation).comparedTo(a.deviation))[0]
}

interface Gate {
  kind: string
  state: string
  /** By how much the rate had moved. */
  value: string
  lapsesAt: string | null
}

/** Whether another has let the old rate through although it has moved so far, and the day of that is not over. */
export const isRestLetThrough = (gates: readonly Gate[], deviation: string, now: Date): boolean =>
  gates.some(
    ({ kind, state, value, lapsesAt }) =>
      kind === 'rest' &&
      state === 'approved' &&
      lapsesAt !== null &&
      Date.parse(lapsesAt) > now.getTime() &&
      covers(value, deviation),
  )
