import { Exact } from '#kit/domain/decimals.domain.ts'

/** By how many days something is overdue. */
export const bands = ['notDue', 'to30', 'to60', 'to90', 'over90'] as const
export type Band = (typeof bands)[number]

const bandOf = (days: number): Band =>
  days <= 0 ? 'notDue' : days <= 30 ? 'to30' : days <= 60 ? 'to60' : days <= 90 ? 'to90' : 'over90'

interface Owed {
  payeeId: string
  payee: string
  days: number
  open: string
}

/** One row for each payee, its bands and their total as decimals. */
export function agedRows(owed: readonly Owed[]) {
  return [...Map.groupBy(owed, ({ payeeId }) => payeeId)].map(([payeeId, own]) => {
    const sumOf = (some: readonly Owed[]) =>
      some.reduce((sum, { open }) => sum.plus(open), new Exact(0)).toFixed()
    const inBand = (band: Band) => sumOf(own.filter(({ days }) => bandOf(days) === band))
    const of = Object.fromEntries(bands.map((band) => [band, inBand(band)])) as Record<Band, string>
    return { payeeId, payee: own[0]?.payee ?? '', ...of, total: sumOf(own) }
  })
}
