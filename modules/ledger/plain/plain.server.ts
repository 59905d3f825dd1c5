import { Readable } from 'node:stream'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { StreamedFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies, exponentOf } from '#modules/currencies/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { all as allAccounts } from '../accounts/accounts.queries.ts'
import { numbersOfSources } from '../journal/journal.server.ts'
import { partiesOf } from '../parties/parties.server.ts'
import { movements } from '../statements/statements.queries.ts'
import { type PlainAsk, plainJournal } from './plain.contract.ts'
import { type PlainEntry, plainText } from './plain.domain.ts'
import * as queries from './plain.queries.ts'

export const plainJournalRouter = serve(plainJournal, { export: exported })

/** So many lines are written at once: who needs more asks for fewer days. */
const most = 200_000
const suffix = { beancount: 'beancount', hledger: 'journal' } as const

async function exported(ctx: Ctx<PlainAsk>): Promise<StreamedFile> {
  const { db, actor, input } = ctx
  const { from, to, format } = input
  if (from > to) throw refuseField('to', 'PERIOD_TURNED')
  const lines = await queries.linesIn(db, actor.scope, input, most + 1)
  if (lines.length > most) throw new Refusal('JOURNAL_LONG', { count: most })
  const { name: company, localCurrency } = await currentCompany(db)
  const openings = new Map<string, string>()
  for (const { accountId, opening } of await movements(db, actor.scope, { from, to, branchId: undefined }))
    openings.set(accountId, new Exact(openings.get(accountId) ?? 0).plus(opening).toFixed())
  const written = plainText(format, {
    company,
    currency: localCurrency,
    exponent: exponentOf(localCurrency),
    from,
    to,
    accounts: (await allAccounts(db)).map((one) => ({
      ...one,
      class: one.class as 'asset',
    })),
    openings,
    entries: await entriesOf(ctx, lines),
  })
  return {
    name: `journal-${from}-${to}.${suffix[format]}`,
    mediaType: 'text/plain; charset=utf-8',
    stream: Readable.from([Buffer.from(written)]),
  }
}

async function entriesOf(
  { db }: Pick<Ctx, 'db'>,
  lines: readonly queries.StoredLine[],
): Promise<PlainEntry[]> {
  const numbers = await numbersOfSources(
    db,
    lines.map(({ sourceId }) => sourceId),
  )
  const partyOf = await partiesOf(db, lines)
  const currencies = new Map((await allCurrencies(db)).map((one) => [one.id, one]))
  const foreignOf = ({ itemId, quantity }: queries.StoredLine) => {
    const currency = itemId === null ? undefined : currencies.get(itemId)
    if (!currency || currency.isLocal || quantity === null) return null
    return `${currency.code} ${new Exact(quantity).toFixed(currency.exponent)}`
  }
  return [...Map.groupBy(lines, ({ entryId }) => entryId)].map(([id, own]) => ({
    id,
    businessDate: own[0]?.businessDate ?? '',
    event: own[0]?.event ?? '',
    number: numbers.get(own[0]?.sourceId ?? '') ?? null,
    note: own[0]?.note ?? '',
    lines: own.map((line) => ({
      accountId: line.accountId,
      amount: line.amount,
      branch: line.branch,
      party: partyOf(line)?.name ?? null,
      foreign: foreignOf(line),
    })),
  }))
}
