import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { isSameSeal, readSealed } from '#modules/exchange/public.server.ts'
import { takeReport } from '../partners/reports.server.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { noteRefusedReport } from '../providers/health.queries.ts'
import { isSigned } from '../sending/signature.server.ts'
import { type PartnerReport, partnerReports } from './reporting.contract.ts'

export const partnerReportsRouter = serve(partnerReports, { report })

const unsigned = () => new Refusal('REPORT_NOT_SIGNED', {}, { kind: 'unauthenticated' })

/** A report that is not rightly signed, or not fresh, is counted and leaves nothing else. */
async function report(ctx: Ctx<PartnerReport>) {
  const { input, services, now, raw, actAs } = ctx
  const asked = readSealed(input.code)
  if (!asked) throw unsigned()
  const { companyId, id } = asked
  const provider = await inCompany(companyId, () => providerRows.find(services.db, id))
  if (!provider || !isSameSeal(provider.seal, asked.seal)) throw unsigned()
  const headerOf = (name: string) => [raw.headers[name]].flat().join(' ')
  const signed = {
    body: raw.body,
    timestamp: headerOf('agio-timestamp'),
    signature: headerOf('agio-signature'),
  }
  if (!isSigned(signed, services.partnerKeys(companyId, provider.code), now)) {
    await inCompany(companyId, () => noteRefusedReport(services.db, id, now))
    throw unsigned()
  }
  const who = { companyId, userId: null, name: provider.name }
  const { reference, status, amount = null, reason, occurredAt } = input
  await actAs(who, (tx) =>
    takeReport({ db: tx, now, actor: { userId: null, name: provider.name } }, id, {
      eventId: input.id,
      source: 'webhook',
      reference,
      kind: status,
      amount,
      reason: reason ?? '',
      occurredAt: occurredAt ? new Date(occurredAt) : null,
    }),
  )
  return { receivedAt: now.toISOString() }
}
