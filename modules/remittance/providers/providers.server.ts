import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { companyRows, exponentOf } from '#modules/organisation/public.server.ts'
import { sealedCode } from '#modules/exchange/public.server.ts'
import { listHealth } from './health.queries.ts'
import { refuseCrossed } from './known.server.ts'
import { type ProviderDraft, providers } from './providers.contract.ts'
import type { Service } from './providers.domain.ts'
import * as queries from './providers.queries.ts'

export const providersRouter = serve(providers, {
  ...companyRows({
    rows: queries.rows,
    list: queries.list,
    get: queries.rows.find,
    presenter: presenting,
    store: async (db, draft: ProviderDraft, id) => {
      const kept = id === undefined ? undefined : await queries.currencyOfBalance(db, id)
      if (kept !== undefined && kept !== draft.settlementCurrency)
        throw refuseField('settlementCurrency', 'PREFUND_OF_CURRENCY', { currency: kept })
      return stored(draft)
    },
    needed: async (db, id) => ((await queries.isUsed(db, id)) ? new Refusal('PROVIDER_IN_USE') : undefined),
  }),
  listSelection: async ({ db }) => (await queries.listEnabled(db)).map(({ id, name }) => ({ id, name })),
})

async function presenting(db: Db) {
  const money = await localMoney(db)
  const health = new Map((await listHealth(db)).map((one) => [one.providerId, one]))
  return (row: queries.ProviderRow) => ({
    ...row,
    services: row.services as unknown as Service[],
    holidays: row.holidays as unknown as string[],
    channel: row.channel as 'api' | 'file',
    fee: new Exact(row.fee).toFixed(exponentOf(row.settlementCurrency)),
    minimum: row.minimum && money(row.minimum),
    maximum: row.maximum && money(row.maximum),
    reportPath: `/api/rmttransaction/report/${sealedCode(row)}`,
    health: healthOf(health.get(row.id)),
  })
}

function stored({ minimum, maximum, services, holidays, ...draft }: ProviderDraft) {
  refuseCrossed({ minimum, maximum })
  return {
    ...draft,
    minimum,
    maximum,
    services: JSON.stringify(services),
    holidays: JSON.stringify(holidays),
  }
}

type Health = Awaited<ReturnType<typeof listHealth>>[number]
const instantOf = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null)

const healthOf = (row: Health | undefined) => ({
  failures: row?.failures ?? 0,
  restsUntil: instantOf(row?.restsUntil),
  answeredAt: instantOf(row?.answeredAt),
  failedAt: instantOf(row?.failedAt),
  lastFault: row?.lastFault ?? '',
  refusedReports: row?.refusedReports ?? 0,
})
