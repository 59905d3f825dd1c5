import { Exact } from '#kit/domain/decimals.domain.ts'
import { type AccountClass, accountClasses } from '../accounts/accounts.domain.ts'

export const checkCodes = ['even', 'branchesEven', 'nothingSuspended'] as const
export type CheckCode = (typeof checkCodes)[number]

/** What an account of a branch did in a period, in local currency; a debit above zero. */
export interface Movement {
  accountId: string
  branchId: string
  opening: string
  debit: string
  credit: string
  closing: string
}

export interface ChartAccount {
  id: string
  code: string
  name: string
  class: AccountClass
  groupId: string | null
  closedFrom: string | null
}

export interface ChartGroup {
  id: string
  name: string
  class: AccountClass
  parentId: string | null
}

/** A row of a statement: a class, a group in it, or a ledger; its amounts by the columns of the statement. */
export interface StatementRow {
  kind: 'class' | 'group' | 'ledger'
  depth: number
  class: AccountClass
  id: string | null
  code: string
  name: string
  isClosed: boolean
  amounts: string[]
}

interface Asked {
  groups: readonly ChartGroup[]
  accounts: readonly ChartAccount[]
  classes: readonly AccountClass[]
  /** The amounts of each column. */
  amountsOf: (accountId: string) => readonly string[]
  /** Ledgers of nothing are there too. */
  isWhole: boolean
  /** Whether a ledger has nothing to show; unless given, where all its amounts are zero. */
  isIdle?: (accountId: string) => boolean
  /** The last day of the statement. */
  to: string
}

const added = (all: readonly (readonly string[])[], width: number) =>
  Array.from({ length: width }, (_, at) =>
    all.reduce((sum, amounts) => sum.plus(amounts[at] ?? 0), new Exact(0)).toFixed(),
  )
const isNought = (amounts: readonly string[]) => amounts.every((amount) => new Exact(amount).isZero())

/**
 * The tree of a statement: classes, groups in their order, ledgers by code. A group stands as long as something below it does, whatever
 * its own sum is; sums are of all ledgers, also of those that are left out, which have nothing.
 */
export function statementRows(asked: Asked, width: number): StatementRow[] {
  const { groups, accounts, classes, amountsOf, isWhole, to } = asked
  const isIdle = asked.isIdle ?? ((id: string) => isNought(amountsOf(id)))
  const below = (kind: AccountClass, groupId: string | null, depth: number): [StatementRow[], string[]] => {
    const inner = groups.filter((group) => group.class === kind && group.parentId === groupId)
    const parts = inner.map((group): [StatementRow[], string[]] => {
      const [rows, sum] = below(kind, group.id, depth + 1)
      const head = { kind: 'group', depth, class: kind, id: group.id, code: '', name: group.name } as const
      return [rows.length > 0 || isWhole ? [{ ...head, isClosed: false, amounts: sum }, ...rows] : [], sum]
    })
    const own = accounts.filter((account) => account.class === kind && account.groupId === groupId)
    const ledgers = own
      .filter(({ id }) => isWhole || !isIdle(id))
      .map(({ id, code, name, closedFrom }): StatementRow => ({
        kind: 'ledger',
        depth,
        class: kind,
        id,
        code,
        name,
        isClosed: closedFrom !== null && closedFrom <= to,
        amounts: [...amountsOf(id)],
      }))
    const sums = [...parts.map(([, sum]) => sum), ...own.map(({ id }) => amountsOf(id))]
    return [[...parts.flatMap(([rows]) => rows), ...ledgers], added(sums, width)]
  }
  return accountClasses
    .filter((kind) => classes.includes(kind))
    .flatMap((kind) => {
      const [rows, sum] = below(kind, null, 1)
      const head = { kind: 'class', depth: 0, class: kind, id: null, code: '', name: '' } as const
      return [{ ...head, isClosed: false, amounts: sum }, ...rows]
    })
}

/** Movements without what the entries of year ends carried, a debit above zero. */
export function withoutCarried(
  all: readonly Movement[],
  carried: readonly { accountId: string; branchId: string; amount: string }[],
): Movement[] {
  const known = new Map(carried.map((one) => [`${one.accountId} ${one.branchId}`, one.amount]))
  const less = (amount: string, part: string) => new Exact(amount).minus(part).toFixed()
  return all.map((one) => {
    const amount = known.get(`${one.accountId} ${one.branchId}`)
    if (amount === undefined) return one
    const isDebit = !amount.startsWith('-')
    return {
      ...one,
      debit: isDebit ? less(one.debit, amount) : one.debit,
      credit: isDebit ? one.credit : less(one.credit, negate(amount)),
      closing: less(one.closing, amount),
    }
  })
}

/** The amounts of some accounts together, by column. */
export const sumOf = (
  accounts: readonly ChartAccount[],
  amountsOf: (id: string) => readonly string[],
  width: number,
) =>
  added(
    accounts.map(({ id }) => amountsOf(id)),
    width,
  )

export const negate = (amount: string): string => {
  const turned = new Exact(amount).negated()
  return turned.isZero() ? '0' : turned.toFixed()
}

/** Whether the amounts of a class are shown with a credit above zero. */
export const isCreditClass = (kind: AccountClass): boolean => kind !== 'asset' && kind !== 'expense'

/** The day before, a year before: what a period is compared with. */
export function comparedPeriod(
  { from, to }: { from: string; to: string },
  compare: 'before' | 'lastYear',
): { from: string; to: string } {
  if (compare === 'lastYear') return { from: yearBefore(from), to: yearBefore(to) }
  const day = 86_400_000
  const first = Date.parse(from)
  const length = Date.parse(to) - first + day
  const asDay = (at: number) => new Date(at).toISOString().slice(0, 10)
  return isWholeMonth(from, to)
    ? {
        from: asDay(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 2, 1)),
        to: asDay(first - day),
      }
    : { from: asDay(first - length), to: asDay(first - day) }
}

/** The last day of a February stays the last one. */
const yearBefore = (day: string) => {
  const year = Number(day.slice(0, 4)) - 1
  const rest = day.slice(4)
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  return `${year}${rest === '-02-29' && !isLeap ? '-02-28' : rest}`
}

const isWholeMonth = (from: string, to: string) =>
  from.endsWith('-01') &&
  from.slice(0, 7) === to.slice(0, 7) &&
  new Date(Date.parse(to) + 86_400_000).getUTCDate() === 1
