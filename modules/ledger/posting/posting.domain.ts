import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Keeping, Part } from '../accounts/accounts.domain.ts'
import { giveBack, issue, type Moved, type Pool, receive, receiveAtCost } from './pool.domain.ts'

/** One business event as the journal takes it; built by a pure function of the event. */
export interface Posting {
  /** What happened, such as `deal.settled`; with the source it is posted once. */
  event: string
  source: { type: string; id: string }
  businessDate: string
  branchId: string
  lines: readonly PostingLine[]
  note?: string
  /** The entry whose mirror this is. */
  reverses?: { id: string; at: string }
}

/** Signed decimal strings: a debit and what comes in above zero, a credit and what goes out below. */
export interface PostingLine {
  /** What the mapping leads to an account; in the mirror of an entry the account itself. */
  part: Part | Account
  branchId: string
  /** Null: the branch, or its vault. */
  counterId?: string | null
  itemId?: string | null
  modeId?: string | null
  /** Units of the item. */
  quantity?: string
  /** In local currency. Left open for what moves at average cost. */
  amount?: string
  /** Takes the value of an earlier line, by its place among them, to the other side: into transit, another drawer, a loss. */
  mirrors?: number
  /** Of what moves out at average cost: what was got for it. The difference is the gain, which the engine posts. */
  proceeds?: string
  /** Local value of one unit, where a pool that is empty has no average. */
  valueAt?: string
}

/** A line as it is written. */
export interface SettledLine {
  accountId: string
  branchId: string
  counterId: string | null
  itemId: string | null
  modeId: string | null
  quantity: string | null
  amount: string
  poolSeq: bigint | null
}

export interface PoolState extends Pool {
  /** Lines that the pool has had. */
  seq: bigint
}

export interface Account {
  id: string
  keeps: Keeping | null
}

/** What settling needs to know; pools by `poolKey`, and are left as they were. */
export interface Books {
  accountOf: (line: Pick<PostingLine, 'part' | 'branchId' | 'itemId' | 'modeId'>) => Account
  pools: ReadonlyMap<string, PoolState>
  /** Decimals of the local currency. */
  exponent: number
}

export const poolKey = (branchId: string, itemId: string): string => `${branchId} ${itemId}`

/**
 * The lines of a posting with every amount known, and the pools after it: what moves at cost takes its amount from the pool
 * of its branch, and gains and losses come as lines of their own beside it. `moved` has the amount of each line that was given,
 * by its place. Throws where debits and credits differ: that is a
 * fault of whoever built the posting.
 */
export function settle(lines: readonly PostingLine[], books: Books) {
  const pools = new Map(books.pools)
  const settled: SettledLine[] = []
  const moved: string[] = []
  const put = (line: PostingLine, account: Account, amount: string, poolSeq: bigint | null = null) =>
    settled.push({
      accountId: account.id,
      branchId: line.branchId,
      counterId: line.counterId ?? null,
      itemId: line.itemId ?? null,
      modeId: line.modeId ?? null,
      quantity: line.quantity ?? null,
      amount,
      poolSeq,
    })
  const toGain = (line: PostingLine, gain: string) => {
    if (new Exact(gain).isZero()) return
    const { branchId, counterId, itemId } = line
    const part = gain.startsWith('-') ? ('realisedLoss' as const) : ('realisedGain' as const)
    const own: PostingLine = { part, branchId, ...(counterId && { counterId }), ...(itemId && { itemId }) }
    put(own, books.accountOf(own), new Exact(gain).negated().toFixed())
  }
  for (const asked of lines) {
    const account = books.accountOf(asked)
    const mirrored = asked.mirrors === undefined ? undefined : moved[asked.mirrors]
    const line =
      mirrored === undefined ? asked : { ...asked, amount: new Exact(mirrored).negated().toFixed() }
    if (account.keeps !== 'pool') {
      const amount = given(line, account)
      moved.push(amount)
      put(line, account, amount)
      continue
    }
    const key = poolKey(line.branchId, line.itemId ?? '')
    const before = pools.get(key) ?? { quantity: '0', value: '0', seq: 0n }
    const { pool, value, gain } = move(before, line, books.exponent)
    const seq = before.seq + 1n
    pools.set(key, { ...pool, seq })
    moved.push(value)
    put(line, account, value, seq)
    toGain(
      line,
      line.proceeds === undefined ? gain : new Exact(line.proceeds).plus(value).plus(gain).toFixed(),
    )
  }
  const sum = settled.reduce((total, { amount }) => total.plus(amount), new Exact(0))
  if (!sum.isZero()) throw new Error(`Debits and credits differ by ${sum.toFixed()}`)
  return { lines: settled, pools, moved }
}

/** The amount of a line outside the pools: local cash is worth its quantity. */
function given({ part, quantity, amount }: PostingLine, { keeps }: Account): string {
  if (amount === undefined) throw new Error(`A line of ${JSON.stringify(part)} has no amount`)
  if (keeps === 'cash' && !new Exact(quantity ?? 0).equals(amount))
    throw new Error(`Local cash is worth its quantity: ${quantity ?? 'none'} is not ${amount}`)
  return new Exact(amount).toFixed()
}

/** Which way a line moves its pool: by a given amount, or at average cost. */
function move(before: Pool, line: PostingLine, exponent: number): Moved {
  const { quantity = '0', amount, valueAt } = line
  const units = new Exact(quantity)
  if (units.isZero()) throw new Error('Stock moves by a quantity')
  const size = units.abs().toFixed()
  if (units.isPositive())
    return amount === undefined
      ? receiveAtCost(before, size, valueAt, exponent)
      : receive(before, size, amount, exponent)
  return amount === undefined
    ? issue(before, size, valueAt, exponent)
    : giveBack(before, size, new Exact(amount).negated().toFixed(), exponent)
}
