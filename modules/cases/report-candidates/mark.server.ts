import { answer } from '#kit/server/hooks.server.ts'
import { rulesCrossed } from '#modules/exchange/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { type ReportKind, reportKinds } from './report-candidates.domain.ts'
import * as queries from './report-candidates.queries.ts'

const isFiled = (kind: string | null): kind is ReportKind => reportKinds.some((one) => one === kind)

/**
 * Keeps what the crossed rules make a candidate for a report: the deal and those that counted with it. What belongs to an open
 * candidate of the same rule is added to it; compliance hears of each new one. The caller has locked the subject.
 */
export const markCandidates = answer(rulesCrossed, async (db, { deal: row, crossed, subject, now }) => {
  for (const rule of crossed) {
    const { report } = rule
    if (!isFiled(report)) continue
    const dealIds = [row.id, ...rule.counted]
    const known = await queries.openWith(db, rule.code, dealIds, { ...subject, dealId: row.id })
    if (known) {
      await queries.addDeals(db, known.id, dealIds)
      continue
    }
    const { id } = await queries.rows.insert(db, {
      kind: report,
      code: rule.code,
      ruleVersion: rule.version,
      revision: rule.revision,
      source: rule.source,
      metric: rule.metric,
      instrument: rule.instrument,
      operator: rule.operator,
      threshold: rule.threshold,
      customerName: row.customerName,
      branchId: row.branchId,
      branchName: row.branchName,
      businessDate: row.businessDate,
      foundAt: now.toISOString(),
    })
    await queries.addDeals(db, id, dealIds)
    await notify(db, {
      to: { roles: ['compliance_officer', 'mlro'] },
      type: 'WARNING',
      text: 'candidates.found',
      values: { kind: report, rule: rule.code, number: row.number ?? '', branch: row.branchName },
      data: { reportCandidateId: id },
    })
  }
})
