import { groupDigits } from '#kit/domain/digits.domain.ts'

interface Tracked {
  serials: readonly string[]
  batches: readonly { code: string; quantity: string }[]
}

/** The serials or batches of a line in one text. */
export const describeTracked = ({ serials, batches }: Tracked): string =>
  [...serials, ...batches.map(({ code, quantity }) => `${code} × ${groupDigits(quantity)}`)].join(', ')

/** Whether any line is kept by serial or batch: else there is nothing to say of either. */
export const isAnyTracked = (lines: readonly Tracked[]): boolean =>
  lines.some(({ serials, batches }) => serials.length > 0 || batches.length > 0)
