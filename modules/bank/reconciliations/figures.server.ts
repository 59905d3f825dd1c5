import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { dayAfter } from '#modules/ledger/periods/days.domain.ts'
import { sumHeldBefore } from '#modules/ledger/public.server.ts'
import { outstandingOn, sumOf } from '../clearing/clearing.domain.ts'
import { type Clearing, clearingOf } from '../clearing/clearing.server.ts'
import type { NamedItem } from '../clearing/items.server.ts'
import { findProcessedBefore } from '../clearing/matches.queries.ts'
import { type ClearedAccount, lineExtentOf, sumLines, sumOutstanding } from '../clearing/open.queries.ts'
import type { Report } from './reconciliations.contract.ts'
import * as queries from './reconciliations.queries.ts'

interface Period {
  id: string
  accountId: string
  state: string
  toOn: string
  opening: string
  closing: string
}

/** What a reconciliation is made of now. */
export interface Standing {
  lines: queries.LineRow[]
  clearing: Clearing
  outstanding: NamedItem[]
  book: string
}

/** Reads where a reconciliation stands: its own lines where it is processed, else all that are in none. */
export async function standingOf(db: Db, account: ClearedAccount, period: Period): Promise<Standing> {
  const lines =
    period.state === 'processed'
      ? await queries.linesOf(db, period.id)
      : await queries.linesUntil(db, account.id, period.toOn)
  const clearing = await clearingOf(db, account, period.toOn)
  return {
    lines,
    clearing,
    outstanding: outstandingOn(clearing.items, clearing.cleared, period.toOn),
    book: await bookOf(db, account, period.toOn),
  }
}

/** What the books have at an account when a day is over. */
async function bookOf(db: Db, account: ClearedAccount, day: string): Promise<string> {
  const held = { accountId: account.ledgerId, holderId: account.isLocal ? null : account.id }
  const before = await sumHeldBefore(db, held, dayAfter(day))
  return account.isLocal ? before.value : before.quantity
}

/** The lines that something is left of. */
export function openLines({ lines, clearing }: Pick<Standing, 'clearing' | 'lines'>) {
  const excluded = new Set(
    clearing.matches
      .filter(({ kind }) => kind === 'excluded')
      .flatMap(({ lines: own }) => own.map(({ lineId }) => lineId)),
  )
  return lines.flatMap((line) => {
    const left = new Exact(line.amount).minus(clearing.settled.get(line.id) ?? 0)
    return excluded.has(line.id) || left.isZero() ? [] : [{ ...line, left: left.toFixed() }]
  })
}

/** The figures of a reconciliation as it stands, with so many decimals. */
export async function figuresOf(db: Db, account: ClearedAccount, period: Period, decimals: number) {
  const since = await findProcessedBefore(db, account.id, period.toOn)
  const [sums, waiting, book] = await Promise.all([
    sumLines(db, lineExtentOf(period)),
    sumOutstanding(db, { account, to: period.toOn, since }),
    bookOf(db, account, period.toOn),
  ])
  const size = (amount: InstanceType<typeof Exact> | string) => new Exact(amount).toFixed(decimals)
  return {
    lineCount: sums.lineCount,
    openCount: sums.openCount,
    openSum: size(sums.openSum),
    linesSum: size(sums.linesSum),
    counted: size(new Exact(period.opening).plus(sums.linesSum)),
    book: size(book),
    outstanding: size(waiting),
    expected: size(new Exact(book).minus(waiting)),
  }
}

export const reportItem =
  (decimals: number) =>
  ({ on, number, party, note, amount }: NamedItem): Report['outstanding'][number] => ({
    on,
    number,
    party,
    note,
    amount: new Exact(amount ?? 0).toFixed(decimals),
  })

/** The report of a reconciliation as it stands. */
export function reportOf(period: Period, standing: Standing, decimals: number): Report {
  const { lines, clearing, outstanding, book } = standing
  const size = (amount: string) => new Exact(amount).toFixed(decimals)
  const own = new Map(lines.map((line) => [line.id, line]))
  const sums = (isOut: boolean) =>
    size(sumOf(lines.map(({ amount }) => amount).filter((amount) => amount.startsWith('-') === isOut)))
  return {
    opening: size(period.opening),
    moneyIn: sums(false),
    moneyOut: sums(true),
    closing: size(period.closing),
    book: size(book),
    outstandingSum: size(sumOf(outstanding.map(({ amount }) => amount))),
    outstanding: outstanding.map(reportItem(decimals)),
    excluded: clearing.matches
      .filter(({ kind }) => kind === 'excluded')
      .flatMap(({ reason, lines: left }) =>
        left.flatMap(({ lineId }) => {
          const line = own.get(lineId)
          return line ? [{ on: line.bookedOn, text: line.text, amount: size(line.amount), reason }] : []
        }),
      ),
  }
}
