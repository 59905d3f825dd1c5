import type { Db } from '#kit/server/database.server.ts'

interface NewLink {
  lineId: string
  state: 'bounced' | 'cleared'
  createdAt: string
  authorId: string
  author: string
}

/** Keeps by which line of a statement payments of deals were cleared or bounced. */
export const addLinks = (db: Db, link: NewLink, paymentIds: readonly string[]) =>
  db
    .insertInto('bank.dealPaymentLine')
    .values(paymentIds.map((paymentId) => ({ ...link, paymentId })))
    .execute()

/** The payments of deals that these lines speak of. */
export const linksOf = async (db: Db, lineIds: readonly string[]) =>
  lineIds.length === 0
    ? []
    : db
        .selectFrom('bank.dealPaymentLine')
        .select(['lineId', 'paymentId', 'state'])
        .where('lineId', 'in', [...lineIds])
        .execute()

/** Whether a payment of a deal rests on a line of this statement. */
export async function isRestedOn(db: Db, statementId: string): Promise<boolean> {
  const found = await db
    .selectFrom('bank.dealPaymentLine as p')
    .innerJoin('bank.statementSource as s', (join) =>
      join.onRef('s.companyId', '=', 'p.companyId').onRef('s.lineId', '=', 'p.lineId'),
    )
    .select('p.lineId')
    .where('s.statementId', '=', statementId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
