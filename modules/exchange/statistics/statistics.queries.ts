import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** What a customer has dealt: by day, of deals that count. */
export const sumDealtBy = (db: Db, customerId: string) =>
  db
    .selectFrom('exchange.deal')
    .select(['businessDate', ({ fn }) => fn.countAll<string>().as('deals')])
    .select(sql<string>`sum(greatest(buy, sell))::text`.as('amount'))
    .where('customerId', '=', customerId)
    .where('state', 'in', ['waiting', 'pending', 'partiallySettled', 'settled'])
    .groupBy('businessDate')
    .orderBy('businessDate')
    .execute()
