import { createHash } from 'node:crypto'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { tableRows } from '#kit/server/tables/table.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { reaches } from '#modules/organisation/public.server.ts'
import { takeReport } from '../partners/reports.server.ts'
import { findPrefund } from '../prefunds/places.server.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { type ResultRow, resultsOf } from './result-file.domain.ts'

/**
 * Takes what a partner's file says, each line a report by itself: a line that was read before, in this file or another, changes
 * nothing; an item that is missing is neither paid nor failed. With a fault in any line nothing is taken.
 */
export async function readResults({ db, input, file, actor, now, language }: Ctx<{ providerId: string }>) {
  if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  const provider = await providerRows.find(db, input.providerId)
  if (!provider) throw notFound()
  // Who is called answers signed: of its orders no file of a person says anything.
  if (provider.channel !== 'file') throw refuseField('providerId', 'PROVIDER_IS_CALLED')
  const prefund = await findPrefund(db, provider.id)
  if (!prefund) throw refuseField('providerId', 'PREFUND_MISSING')
  if (!reaches(actor.scope, { branchId: prefund.branchId, counterId: null })) throw notFound()
  const pieces = await Array.fromAsync(tableRows(new Uint8Array(file.bytes), file.type))
  const { rows, faults } = resultsOf(
    pieces.flatMap((piece) => piece.rows),
    provider.settlementCurrency,
  )
  const outcomes: string[] = []
  for (const row of faults.length > 0 ? [] : rows)
    outcomes.push(
      row.kind === null
        ? 'passed'
        : await takeReport({ db, now, actor: { userId: actor.userId, name: actor.name } }, provider.id, {
            eventId: eventIdOf(row),
            source: 'file',
            reference: row.reference,
            kind: row.kind,
            amount: row.amount,
            reason: row.reason,
            occurredAt: row.occurredAt,
          }),
    )
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
  return {
    count: rows.length,
    applied: count('applied'),
    passed: count('passed'),
    conflicts: count('conflict'),
    unknown: count('unknownReference'),
    faults: faults.map((fault) => ({
      ...fault,
      message: text(language, `refusals.${fault.code}`, { currency: provider.settlementCurrency }),
    })),
  }
}

/** A line is the same report wherever it stands. */
function eventIdOf({ reference, kind, amount, occurredAt }: ResultRow): string {
  const content = JSON.stringify([reference, kind, amount, occurredAt?.toISOString() ?? null])
  return `file:${createHash('sha256').update(content).digest('hex')}`
}
