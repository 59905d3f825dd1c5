import type { Db } from '#kit/server/database.server.ts'
import type { StepLeft } from '#modules/ledger/month-end/month-end.domain.ts'
import { listFilledVaults } from '#modules/ledger/public.server.ts'
import { branchRegions } from '#modules/organisation/public.server.ts'
import { listCountedVaults, countOpen } from './month-end.queries.ts'
import { countRequestedUpTo } from '../adjustments/adjustments.queries.ts'
import { notClosed } from '../business-days/business-days.queries.ts'

interface Month {
  branchIds: readonly string[]
  from: string
  to: string
}

/** What of days, counts and openings is left before a month is locked: no vault in which something lies goes uncounted; domain 12.3. */
export async function listUnfinishedOfMonth(db: Db, month: Month): Promise<StepLeft[]> {
  const { branchIds, to } = month
  if (branchIds.length === 0) return []
  const days = await notClosed(db, branchIds, to)
  const counted = await listCountedVaults(db, month)
  const vaults = (await listFilledVaults(db, branchIds)).filter((id) => !counted.has(id))
  const names = new Map((await branchRegions(db)).map(({ id, name }) => [id, name]))
  const requested = await countRequestedUpTo(db, branchIds, to)
  return [
    {
      step: 'openings',
      count: requested.reduce((sum, { count }) => sum + count, 0),
      examples: requested.map(({ branchId }) => names.get(branchId) ?? '').toSorted(),
    },
    {
      step: 'days',
      count: days.length,
      examples: days.map(({ branchName, counterName }) => `${branchName} · ${counterName}`),
    },
    { step: 'counts', count: await countOpen(db, branchIds, to), examples: [] },
    { step: 'vaults', count: vaults.length, examples: vaults.map((id) => names.get(id) ?? '').toSorted() },
  ]
}
