import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { CustomRate, Margin } from './effective.domain.ts'

/** The margins that hold now. */
export const margins = (db: Db) =>
  db
    .selectFrom('rates.marginRate')
    .select([
      'id',
      'currencyId',
      'subCurrencyId',
      'branchId',
      'customerType',
      'amountFrom',
      'amountTo',
      'buy',
      'sell',
      'pipSize',
    ])
    .select(sql<Margin['kind']>`kind`.as('kind'))
    .where('endedBy', 'is', null)
    .execute() as Promise<Margin[]>

/** The custom rates that hold now, each with the units that it is for. */
export const customRates = (db: Db) =>
  db
    .selectFrom('rates.customRate')
    .select([
      'id',
      'currencyId',
      'subCurrencyId',
      'branchId',
      'customerType',
      'customerId',
      'amountFrom',
      'amountTo',
    ])
    .select(['buy', 'sell', 'quoteUnit'])
    .where('endedBy', 'is', null)
    .execute() as Promise<(CustomRate & { quoteUnit: number })[]>
