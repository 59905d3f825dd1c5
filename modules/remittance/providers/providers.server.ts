import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { companyRows } from '#modules/organisation/public.server.ts'
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
    store: (_db, draft: ProviderDraft) => stored(draft),
    needed: async (db, id) => ((await queries.isUsed(db, id)) ? new Refusal('PROVIDER_IN_USE') : undefined),
  }),
  listSelection: async ({ db }) => (await queries.listEnabled(db)).map(({ id, name }) => ({ id, name })),
})

async function presenting(db: Db) {
  const money = await localMoney(db)
  return (row: queries.ProviderRow) => ({
    ...row,
    services: row.services as unknown as Service[],
    holidays: row.holidays as unknown as string[],
    channel: row.channel as 'api' | 'file',
    minimum: row.minimum && money(row.minimum),
    maximum: row.maximum && money(row.maximum),
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
