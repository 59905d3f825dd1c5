import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { branchRows, currentCompany, reaches, requireVisible } from '#modules/organisation/public.server.ts'
import { usedOf } from '../limits/limits.domain.ts'
import { breachKey } from './alerts.server.ts'
import { positionsOf } from './positions.server.ts'
import { limitReads, limitReport, type LimitRow, type LimitUses, limitUses } from './shortages.contract.ts'
import { suggestionsOf } from './shortages.domain.ts'
import * as queries from './shortages.queries.ts'

export const limitUsesRouter = serve(limitUses, { list, export: exported })
export const limitReportRouter = serve(limitReads, { list: reported, export: exported })

type Asked = Ctx<{ branchId?: string | undefined; onlyBeyond: boolean }>

async function list({ db, input, actor }: Asked): Promise<LimitUses> {
  const { branchId, onlyBeyond } = input
  if (branchId) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  const { localCurrency: local } = await currentCompany(db)
  const all = await positionsOf(db)
  const since = new Map((await queries.breaches(db)).map((row) => [breachKey(row), row.since]))
  const mends = suggestionsOf(all)
  const nameOf = new Map(all.map((one) => [one.branchId, one.branch]))
  const lines = all
    .filter((one) => reaches(actor.scope, one) && (!branchId || one.branchId === branchId))
    .filter(({ beyond }) => beyond || !onlyBeyond)
    .map((one) => {
      const { itemId, counterId, code, beyond, stocked, limits } = one
      const told = beyond && since.get(breachKey({ ...one, kind: beyond.kind }))
      const mend =
        counterId === null &&
        mends.find((found) => found.toBranchId === one.branchId && found.itemId === itemId)
      return {
        ...one,
        code: code || local,
        onHand: stocked.onHand,
        coming: stocked.coming,
        limits,
        used: usedOf(limits, stocked, one.unitValue),
        beyond: beyond?.kind ?? null,
        since: told ? new Date(told).toISOString() : null,
        mend: mend
          ? {
              fromBranchId: mend.fromBranchId,
              fromBranch: nameOf.get(mend.fromBranchId) ?? '',
              quantity: mend.quantity,
            }
          : null,
      }
    })
  return { local, lines: lines.toSorted((a, b) => Number(b.beyond !== null) - Number(a.beyond !== null)) }
}

async function reported(ctx: Asked): Promise<{ local: string; rows: LimitRow[] }> {
  const { local, lines } = await list(ctx)
  const rows = lines.map(({ branch, counter, code, onHand, coming, limits, used, beyond }) => ({
    place: [branch, counter].filter(Boolean).join(' · '),
    code,
    onHand,
    coming,
    minimum: limits.minimum?.value ?? null,
    target: limits.target?.value ?? null,
    maximum: limits.maximum?.value ?? null,
    used,
    beyond,
  }))
  return { local, rows }
}

async function exported(ctx: Asked) {
  const { rows, local } = await reported(ctx)
  return reportSheet(ctx, limitReport, { rows, titles: { local } })
}
