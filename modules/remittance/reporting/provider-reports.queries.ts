import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

const columns = {
  cameAt: 'e.cameAt',
  providerId: 'e.providerId',
  reference: 'e.reference',
  kind: 'e.kind',
  source: 'e.source',
  outcome: 'e.outcome',
}

/** Reports of orders in reach, and those of no order. */
export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    db
      .selectFrom('remittance.partnerEvent as e')
      .innerJoin('remittance.provider as p', (join) =>
        join.onRef('p.companyId', '=', 'e.companyId').onRef('p.id', '=', 'e.providerId'),
      )
      .leftJoin('remittance.payoutOrder as o', (join) =>
        join.onRef('o.companyId', '=', 'e.companyId').onRef('o.id', '=', 'e.orderId'),
      )
      .selectAll('e')
      .select(['p.name as provider', 'p.settlementCurrency', 'o.number as order'])
      .where((eb) => eb.or([eb('e.orderId', 'is', null), withinScope(scope, 'counterIds', 'o.counterId')])),
    input,
    { columns, order: ['cameAt-desc'], tie: 'e.id' },
  )
