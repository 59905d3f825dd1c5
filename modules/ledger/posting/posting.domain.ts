import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { isPooled, type Keeping, type Pooled } from '../accounts/accounts.domain.ts'
import type { PostingEvent } from '../events/events.domain.ts'
import {
  reverseReceipt,
  issue,
  type Moved,
  type Pool,
  receive,
  receiveAtCost,
  revalue,
} from './pool.domain.ts'

/** One business event as the journal takes it; built by a pure function of the event. */
export interface Posting<P extends string = string> {
  /** What happened, as a module declares it; with the source it is posted once. */
  event: PostingEvent<P>
  /** The document. What is on its way lies in a pool of the document that sent it. */
  source: { type: string; id: string }
  businessDate: string
  branchId: string
  lines: readonly PostingLine<NoInfer<P>>[]
  note?: string
}

/** Who stands on the other side of a line; the type as a module declares it. */
export interface Party {
  type: string
  id: string
}

/** Signed decimal strings: a debit and what comes in above zero, a credit and what goes out below. */
export interface PostingLine<P extends string = string> {
  /** What the mapping leads to an account; in the mirror of an entry the account itself. */
  part: P | Account
  branchId: string
  /** Null: the branch, or its vault. */
  counterId?: string | null
  itemId?: string | null
  modeId?: string | null
  /** The bank account or provider that holds the item; of what is on its way the document. Where it is not said, the account does. */
  holderId?: string | null
  /** An account with a sub-ledger takes no line without one of its kind. */
  party?: Party | null
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
  /** More may go out than is there: it is sold before it is received. */
  mayGoBelow?: boolean
}

/** A line as it is written. */
export interface SettledLine {
  accountId: string
  branchId: string
  counterId: string | null
  itemId: string | null
  modeId: string | null
  holderId: string | null
  partyType: string | null
  partyId: string | null
  quantity: string | null
  amount: string
  poolSeq: bigint | null
}

/** Where something with a cost lies together: notes of a branch, a bank account, a balance at a partner, retail goods, a transfer. */
export interface PoolKey {
  branchId: string
  kind: Pooled
  holderId: string | null
  itemId: string
}

export interface PoolState extends Pool {
  /** Lines that the pool has had. */
  seq: bigint
}

export interface Account {
  id: string
  keeps: Keeping | null
  /** The kind of party of its sub-ledger. */
  party?: string | null
}

/** What settling needs to know; pools by `poolKey`, and are left as they were. */
export interface Books {
  accountOf: (line: Pick<PostingLine, 'part' | 'branchId' | 'itemId' | 'modeId'>) => Account
  pools: ReadonlyMap<string, PoolState>
  /** Decimals of the local currency. */
  exponent: number
  /** The document that is posted. */
  document: string
  /** The branch of the entry, against which the others are balanced. */
  home: string
  /** Whether gains and losses are that branch's, wherever lies what they were made on; else they lie with that. */
  gainsAtHome?: boolean
  /** Of a part that is posted gross: where what was got, and what it had cost, are posted. */
  grossOf?: (part: string) => { sales: string; cost: string } | undefined
  /** The kinds of party that a party of this type is one of. */
  kindsOf?: (type: string) => readonly string[]
}

export const poolKey = ({ branchId, kind, holderId, itemId }: PoolKey): string =>
  [branchId, kind, holderId ?? '', itemId].join(' ')

/**
 * Who holds what a line moves: a bank or partner account itself where nobody else is named, the document what is on its way; notes
 * and goods lie in the branch.
 */
export function holderOf(
  { holderId = null }: Pick<PostingLine, 'holderId'>,
  { id, keeps }: Account,
  document: string,
): string | null {
  if (keeps === 'bank' || keeps === 'partner') return holderId ?? id
  return keeps === 'transit' ? (holderId ?? document) : null
}

/** What is at a bank or partner, or on its way, lies at no counter. */
export const counterOf = ({ counterId = null }: Pick<PostingLine, 'counterId'>, { keeps }: Account) =>
  keeps === 'bank' || keeps === 'partner' || keeps === 'transit' ? null : counterId

/**
 * The lines of a posting with every amount known, and the pools after it: what moves at cost takes its amount from its pool, and
 * gains and losses come as lines of their own beside it, or what was got and what it had cost where a part is posted gross. `moved`
 * has the amount of each line that was given, and `gains` what the engine posted as gain or loss on it, both by its place. Each branch
 * balances by itself: what one owes another comes as a pair of lines, each naming the other. Throws where a sub-ledger would get a
 * line of nobody, and where debits and credits differ: that is a fault of the code that built the posting.
 */
export function settle(lines: readonly PostingLine[], books: Books) {
  const pools = new Map(books.pools)
  const settled: SettledLine[] = []
  const moved: string[] = []
  const gains: string[] = []
  const put = (line: PostingLine, account: Account, amount: string, poolSeq: bigint | null = null) => {
    checkParty(line, account, books)
    settled.push({ ...placed(line, account, books.document), amount, poolSeq })
  }
  /** A line beside another, such as what was earned on it. */
  const beside = (line: PostingLine, part: string, amount: string) => {
    if (new Exact(amount).isZero()) return
    const { counterId, itemId } = line
    const branchId = books.gainsAtHome === true ? books.home : line.branchId
    const isThere = counterId && branchId === line.branchId
    const own: PostingLine = { part, branchId, ...(isThere && { counterId }), ...(itemId && { itemId }) }
    put(own, books.accountOf(own), amount)
  }
  const toGain = (line: PostingLine, place: number, gain: string) => {
    gains[place] = new Exact(gains[place] ?? 0).plus(gain).toFixed()
    beside(line, gain.startsWith('-') ? 'realisedLoss' : 'realisedGain', negated(gain))
  }
  for (const [place, asked] of lines.entries()) {
    gains[place] = '0'
    const account = books.accountOf(asked)
    const mirrored = asked.mirrors === undefined ? undefined : moved[asked.mirrors]
    const line = mirrored === undefined ? asked : { ...asked, amount: negated(mirrored) }
    if (!isPooled(account.keeps)) {
      const amount = given(line, account)
      moved.push(amount)
      put(line, account, amount)
      continue
    }
    const { branchId, itemId } = line
    const holderId = holderOf(line, account, books.document)
    const key = poolKey({ branchId, kind: account.keeps, holderId, itemId: itemId ?? '' })
    const before = pools.get(key) ?? { quantity: '0', value: '0', seq: 0n }
    refuseEmpty(before, line, holderId)
    const { pool, value, gain } = move(before, line, books.exponent)
    const seq = before.seq + 1n
    pools.set(key, { ...pool, seq })
    moved.push(value)
    put(line, account, value, seq)
    const gross = typeof line.part === 'string' ? books.grossOf?.(line.part) : undefined
    // What was sold before it came cost more or less than was thought: of goods that is cost of sales.
    if (gross) beside(line, gross.cost, negated(gain))
    else toGain(line, place, gain)
    if (line.proceeds === undefined) continue
    if (gross) {
      beside(line, gross.sales, negated(line.proceeds))
      beside(line, gross.cost, negated(value))
    } else toGain(line, place, new Exact(line.proceeds).plus(value).toFixed())
  }
  const sum = settled.reduce((total, { amount }) => total.plus(amount), new Exact(0))
  if (!sum.isZero()) throw new Error(`Debits and credits differ by ${sum.toFixed()}`)
  for (const [branchId, owed] of owedBy(settled, books.home))
    for (const [at, other, amount] of [
      [branchId, books.home, negated(owed)],
      [books.home, branchId, owed],
    ] as const) {
      const line: PostingLine = { part: 'interBranch', branchId: at, party: { type: 'branch', id: other } }
      put(line, books.accountOf(line), amount)
    }
  return { lines: settled, pools, moved, gains }
}

/** Where a line lies and whose it is, as it is written. */
const placed = (line: PostingLine, account: Account, document: string) => ({
  accountId: account.id,
  branchId: line.branchId,
  counterId: counterOf(line, account),
  itemId: line.itemId ?? null,
  modeId: line.modeId ?? null,
  holderId: holderOf(line, account, document),
  partyType: line.party?.type ?? null,
  partyId: line.party?.id ?? null,
  quantity: line.quantity ?? null,
})

/** What each other branch has come to by these lines: so much it owes to that of the entry, or is owed below zero. */
function owedBy(lines: readonly SettledLine[], home: string): [branchId: string, amount: string][] {
  const sums = new Map<string, string>()
  for (const { branchId, amount } of lines)
    if (branchId !== home) sums.set(branchId, new Exact(sums.get(branchId) ?? 0).plus(amount).toFixed())
  return [...sums].filter(([, sum]) => !new Exact(sum).isZero())
}

const negated = (amount: string) => new Exact(amount).negated().toFixed()

/** A sub-ledger has a line of each of its parties, and none of nobody. */
function checkParty({ party }: PostingLine, { party: kind }: Account, { kindsOf }: Books): void {
  if (kind === null || kind === undefined) return
  if (!party || !(kindsOf?.(party.type) ?? [party.type]).includes(kind))
    throw new Error(`A line of a sub-ledger names no ${kind}`)
}

/** The amount of a line outside the pools: local cash is worth its quantity. */
function given({ part, quantity, amount }: PostingLine, { keeps }: Account): string {
  if (amount === undefined) throw new Error(`A line of ${JSON.stringify(part)} has no amount`)
  if (keeps === 'cash' && !new Exact(quantity ?? 0).equals(amount))
    throw new Error(`Local cash is worth its quantity: ${quantity ?? 'none'} is not ${amount}`)
  return new Exact(amount).toFixed()
}

/** Throws INSUFFICIENT_STOCK where something is to leave at the average cost of a pool that is empty and so has none. */
function refuseEmpty(before: Pool, line: PostingLine, holderId: string | null): void {
  const { quantity = '0', amount, valueAt, mayGoBelow = false, itemId } = line
  if (amount !== undefined || valueAt !== undefined || mayGoBelow) return
  if (new Exact(quantity).isNegative() && new Exact(before.quantity).isZero())
    throw new Refusal('INSUFFICIENT_STOCK', { itemId, holderId, available: '0' })
}

/** Which way a line moves its pool: by a given amount, or at average cost. */
function move(before: Pool, line: PostingLine, exponent: number): Moved {
  const { quantity, amount, valueAt } = line
  // Another value for what is there says its quantity of nought: who forgot one meant to move something.
  if (quantity === undefined) throw new Error('Stock moves by a quantity')
  const units = new Exact(quantity)
  if (units.isZero()) {
    if (amount === undefined) throw new Error('Stock moves by a quantity, or takes another value')
    return revalue(before, amount)
  }
  const size = units.abs().toFixed()
  if (units.isPositive())
    return amount === undefined
      ? receiveAtCost(before, size, valueAt, exponent)
      : receive(before, size, amount, exponent)
  return amount === undefined
    ? issue(before, size, valueAt, exponent)
    : reverseReceipt(before, size, new Exact(amount).negated().toFixed(), exponent)
}
