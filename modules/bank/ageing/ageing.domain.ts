import { Exact } from '#kit/domain/decimals.domain.ts'

/** By how many days something is overdue; what has no due date, such as an advance, stands apart. */
export const bands = ['noDueDate', 'notDue', 'to30', 'to60', 'to90', 'over90'] as const
export type Band = (typeof bands)[number]

const bandOf = (days: number | null): Band =>
  days === null
    ? 'noDueDate'
    : days <= 0
      ? 'notDue'
      : days <= 30
        ? 'to30'
        : days <= 60
          ? 'to60'
          : days <= 90
            ? 'to90'
            : 'over90'

interface Owed {
  payeeId: string
  payee: string
  days: number | null
  open: string
}

/**
 * What the ledger owes payees beside their open expenses, by payee: an advance below zero. `balances` are of the ledger of payees, a
 * debit above zero.
 */
export function withoutDueDate(
  owed: readonly Owed[],
  balances: readonly { payeeId: string; payee: string; amount: string }[],
): Owed[] {
  return [...Map.groupBy(balances, ({ payeeId }) => payeeId)].flatMap(([payeeId, own]) => {
    const debit = own.reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
    const known = owed.filter((one) => one.payeeId === payeeId)
    const rest = known.reduce((left, { open }) => left.minus(open), debit.negated())
    return rest.isZero() ? [] : [{ payeeId, payee: own[0]?.payee ?? '', days: null, open: rest.toFixed() }]
  })
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
