import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { allAccounts, post } from '#modules/ledger/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import * as chequeQueries from '../cheques/cheques.queries.ts'
import { bounceByLine } from '../cheques/cheques.server.ts'
import { listPostedBy } from '../clearing/items.server.ts'
import { addMatch, type Match } from '../clearing/matches.queries.ts'
import { TransferDraft } from '../transfers/transfers.contract.ts'
import { worthOf } from '../transfers/transfers.domain.ts'
import { arriveTransfer, createTransfer } from '../transfers/transfers.server.ts'
import { goesOut, lineEvent, linePosting } from './created.domain.ts'
import type { Created } from './matches.contract.ts'
import { withInput } from '../series/with-input.server.ts'
import { stampMatch } from './settle.server.ts'
import { partOf, type Work } from '../work/work.server.ts'

type Part = ReturnType<typeof partOf>

/** Posts what a line says and settles the line by it; answers the match. */
export async function createFromLine(ctx: Ctx<unknown>, work: Work, asked: Created): Promise<string> {
  const part = partOf(work, { id: asked.lineId, amount: asked.amount })
  const isOut = part.amount.startsWith('-')
  if (goesOut[asked.kind] !== undefined && goesOut[asked.kind] !== isOut)
    throw refuseField('kind', 'LINE_DIRECTION')
  if (asked.kind === 'suspense' || asked.kind === 'ledger') {
    const ledgerId = asked.kind === 'ledger' ? asked.ledgerId : null
    if (asked.kind === 'ledger') await checkLedger(ctx, ledgerId)
    return postLine(ctx, work, part, { ledgerId, rate: asked.rate, note: asked.note, source: 'created' })
  }
  if (asked.kind === 'cheque') return bounceOf(ctx, work, part, asked)
  const sourceId = await transferOf(ctx, work, part, asked)
  return keep(ctx, work, part, { sourceId, day: dayOf(part, asked), source: 'created' })
}

/** Where a transfer out left on another day than the bank has it, its item is of that day. */
const dayOf = ({ line }: Part, { kind, sentOn }: Created) =>
  kind === 'transferOut' ? (sentOn ?? line.bookedOn) : line.bookedOn

/** A ledger that takes entries by hand and is open. */
export async function checkLedger({ db }: Pick<Ctx, 'db'>, ledgerId: string | null): Promise<void> {
  const ledger = (await allAccounts(db)).find(({ id }) => id === ledgerId)
  if (!ledger?.isManual || !ledger.isEnabled || ledger.party !== null)
    throw refuseField('ledgerId', 'LEDGER_NOT_POSTED')
}

interface Posted {
  ledgerId: string | null
  rate: string | null
  note: string
  source: Match['source']
}

/** Posts a part of a line against a ledger, or against suspense. */
export async function postLine(ctx: Ctx<unknown>, work: Work, part: Part, posted: Posted): Promise<string> {
  const { account, currency } = work
  const { line, amount } = part
  const isIn = !amount.startsWith('-')
  if (!account.isLocal && isIn && (posted.rate === null || new Exact(posted.rate).isZero()))
    throw refuseField('rate', 'RATE_ASKED')
  const { localCurrency } = await currentCompany(ctx.db)
  const unit = { unit: currency.quoteUnit, exponent: exponentOf(localCurrency) }
  const value = account.isLocal ? amount : worthOf(amount, posted.rate ?? '0', unit)
  const id = randomUUIDv7()
  await post(ctx, {
    event: lineEvent,
    source: { type: 'bankMatch', id },
    businessDate: line.bookedOn,
    branchId: account.branchId,
    note: posted.note || line.text.slice(0, 200),
    lines: linePosting(account, { amount, value, ledgerId: posted.ledgerId }),
  })
  return keep(ctx, work, part, { sourceId: id, day: line.bookedOn, source: posted.source, id })
}

async function keep(
  ctx: Ctx<unknown>,
  { account }: Work,
  { line, amount }: Part,
  of: { sourceId: string; day: string; source: Match['source']; id?: string },
): Promise<string> {
  const isOut = amount.startsWith('-')
  const items = (await listPostedBy(ctx.db, account, of.sourceId, of.day)).filter(
    (item) => item.amount.startsWith('-') === isOut,
  )
  const match = {
    accountId: account.id,
    kind: 'match' as const,
    source: of.source,
    reason: '',
    ...stampMatch(ctx),
  }
  return addMatch(ctx.db, { ...match, ...(of.id && { id: of.id }) }, [{ lineId: line.id, amount }], items)
}

/** The cheque that a line takes off the account again; answers the match. */
async function bounceOf(ctx: Ctx<unknown>, work: Work, part: Part, asked: Created): Promise<string> {
  if (asked.chequeId === null) throw refuseField('chequeId', 'REQUIRED')
  const cheque = (await chequeQueries.find(ctx.db, [asked.chequeId])).find(
    ({ accountId, state }) => accountId === work.account.id && state === 'cleared',
  )
  if (!cheque?.presentmentId) throw refuseField('chequeId', 'CHEQUE_NOT_CLEARED')
  const { exponent } = work.currency
  if (!new Exact(part.amount).negated().eq(cheque.amount))
    throw new Refusal('MATCH_SUM', {
      lines: new Exact(part.amount).abs().toFixed(exponent),
      items: new Exact(cheque.amount).toFixed(exponent),
    })
  const day = part.line.bookedOn
  const note = asked.note || part.line.text.slice(0, 200) || cheque.number
  const { id, version } = cheque
  await bounceByLine(withInput(ctx, { id, version, note, businessDate: day, charge: null }))
  return keep(ctx, work, part, { sourceId: cheque.presentmentId, day, source: 'created' })
}

/** The charge, interest or transfer of a line, which has arrived where money comes in; answers its id. */
async function transferOf(ctx: Ctx<unknown>, { account }: Work, part: Part, asked: Created): Promise<string> {
  const { kind, otherAccountId, otherAmount, sentOn, rate } = asked
  const { line } = part
  const size = new Exact(part.amount).abs().toFixed()
  const isMove = kind === 'transferIn' || kind === 'transferOut'
  if (isMove && otherAccountId === null) throw refuseField('otherAccountId', 'REQUIRED')
  const draft = TransferDraft.parse({
    kind: isMove ? 'transfer' : kind,
    fromAccountId:
      kind === 'charge' || kind === 'transferOut'
        ? account.id
        : kind === 'transferIn'
          ? otherAccountId
          : null,
    toAccountId:
      kind === 'interest' || kind === 'transferIn'
        ? account.id
        : kind === 'transferOut'
          ? otherAccountId
          : null,
    amount: kind === 'transferIn' ? (otherAmount ?? size) : size,
    rate: kind === 'interest' && !account.isLocal ? rate : null,
    businessDate: isMove ? (sentOn ?? line.bookedOn) : line.bookedOn,
    note: asked.note || line.text.slice(0, 200),
  })
  const made = await createTransfer(withInput(ctx, draft))
  if (kind !== 'transferIn') return made.id
  if (made.arrivedCurrency !== made.currency && otherAmount === null)
    throw refuseField('otherAmount', 'BOTH_AMOUNTS')
  if (line.bookedOn < made.sentDate) throw new Refusal('RECEIVED_BEFORE_SENT', { date: made.sentDate })
  const arrival = { id: made.id, version: made.version, amount: size, rate, businessDate: line.bookedOn }
  await arriveTransfer(withInput(ctx, arrival))
  return made.id
}
