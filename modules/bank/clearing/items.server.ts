import type { Db } from '#kit/server/database.server.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { listHeldLines, numbersOfSources, partiesOf } from '#modules/ledger/public.server.ts'
import type { BookItem } from './clearing.domain.ts'
import { pendingTo, type Since, listSettledBefore } from './matches.queries.ts'
import { type ClearedAccount, type HeldItem, openings } from './open.queries.ts'

/** An item with what it is known by. */
export interface NamedItem extends BookItem {
  event: string
  sourceId: string
  number: string
  party: string
  note: string
  /** What a text of the bank may name it by. */
  reference: string
}

const most = 1_000_000

/**
 * The items of an account until a day: what was posted to it, without what it began with, and what is on its way to it. Since a
 * reconciliation that is processed: without what it and those before it have settled for good.
 */
export async function itemsUntil(
  db: Db,
  account: ClearedAccount,
  to: string,
  since: Since | undefined,
): Promise<NamedItem[]> {
  const held = { accountId: account.ledgerId, holderId: account.isLocal ? null : account.id }
  const from = since?.openFrom ?? '0001-01-01'
  const read = await listHeldLines(db, held, { from, to, most, late: since?.late ?? null })
  const gone = await listSettledBefore(
    db,
    account.id,
    since && { ...since, ids: read.filter(({ businessDate: on }) => on < from).map((one) => one.entryId) },
  )
  const kept = read.filter(({ entryId, position }) => !gone.has(`${entryId} ${position}`))
  const lines = kept.flatMap((line) => {
    const amount = new Exact((account.isLocal ? line.amount : line.quantity) ?? 0)
    return amount.isZero() || openings.includes(line.event) ? [] : [{ ...line, amount: amount.toFixed() }]
  })
  return [...(await nameItems(db, lines)), ...(await pendingItems(db, account, to))]
}

/** Lines of the journal at an account with the numbers and parties that they are known by. */
export async function nameItems(db: Db, lines: readonly HeldItem[]): Promise<NamedItem[]> {
  const numbers = await numbersOfSources(db, [...new Set(lines.map(({ sourceId }) => sourceId))])
  const partyOf = await partiesOf(db, lines)
  return lines.map((line) => {
    const number = numbers.get(line.sourceId) ?? ''
    return {
      id: `${line.entryId} ${line.position}`,
      on: line.businessDate,
      amount: line.amount,
      entryId: line.entryId,
      position: line.position,
      reversesId: line.reversesId,
      at: line.at,
      isPending: false,
      event: line.event,
      sourceId: line.sourceId,
      number,
      party: partyOf(line)?.name ?? '',
      note: line.note,
      reference: line.note || number,
    }
  })
}

/** What is on its way to an account, sent until a day. */
export async function pendingItems(db: Db, account: ClearedAccount, to: string): Promise<NamedItem[]> {
  const found = await pendingTo(db, account.id, to)
  return found.map(({ id, number, itemId, amount, sentDate, slip, note, createdAt }) => ({
    id: `transfer ${id}`,
    on: sentDate,
    amount: itemId === account.currencyId ? new Exact(amount).toFixed() : null,
    entryId: '',
    position: 0,
    reversesId: null,
    at: createdAt,
    isPending: true,
    event: 'bankTransferSent',
    sourceId: id,
    number,
    party: '',
    note: [slip, note].filter(Boolean).join(' · '),
    reference: slip || note || number,
  }))
}

/** What a source posted to an account on a day, as parts of a match. */
export async function listPostedBy(db: Db, account: ClearedAccount, sourceId: string, day: string) {
  const held = { accountId: account.ledgerId, holderId: account.isLocal ? null : account.id }
  const lines = await listHeldLines(db, held, { from: day, to: day, most })
  return lines
    .filter((line) => line.sourceId === sourceId && line.reversesId === null)
    .map(({ entryId, position, businessDate, quantity, amount }) => ({
      entryId,
      position,
      businessDate,
      amount: new Exact((account.isLocal ? amount : quantity) ?? 0).toFixed(),
    }))
}
