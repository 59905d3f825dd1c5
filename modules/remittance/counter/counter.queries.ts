import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

/** The last eight recipients of a customer within a scope, each by the latest order to that name by that method. */
export const recentRecipients = (db: Db, scope: Scope, customerId: string) =>
  db
    .selectFrom((latest) =>
      latest
        .selectFrom('remittance.payoutOrder')
        .distinctOn(['recipientLatin', 'country', 'currency', 'method'])
        .select(['id', 'recipientName', 'country', 'currency', 'method', 'recipient', 'createdAt'])
        .where('customerId', '=', customerId)
        .where(withinScope(scope, 'counterIds', 'counterId'))
        .orderBy('recipientLatin')
        .orderBy('country')
        .orderBy('currency')
        .orderBy('method')
        .orderBy('createdAt', 'desc')
        .as('o'),
    )
    .selectAll('o')
    .orderBy('createdAt', 'desc')
    .limit(8)
    .execute()
