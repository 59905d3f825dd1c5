import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'

const columns = { currencyId: 'b.currencyId', publishedAt: 'b.publishedAt' }

/** Every version of every mid, with the act that published it. */
export const history = (db: Db, input: ListInput) =>
  listPage(
    db,
    db
      .selectFrom('rates.baseRate as b')
      .innerJoin('rates.publication as p', (join) =>
        join.onRef('p.companyId', '=', 'b.companyId').onRef('p.id', '=', 'b.publicationId'),
      )
      .select([
        'b.id',
        'b.currencyId',
        'b.mid',
        'b.quoteUnit',
        'b.source',
        'b.publishedAt',
        'p.author',
        'p.reason',
      ]),
    input,
    { columns, order: ['publishedAt-desc'], tie: 'b.id' },
  )
