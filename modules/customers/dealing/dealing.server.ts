import type { Db } from '#kit/server/database.server.ts'
import { byNumber, readForDeal, withPaper } from './dealing.queries.ts'

/**
 * What a deal needs to know of its customer: the name, the primary document, whether they may deal, and of all who may be the same person
 * the ids and the numbers of their papers: what these deal is added up. Undefined for one that is not there or was merged.
 */
export const dealingCustomer = (db: Db, id: string) => readForDeal(db, id)

/** Of the customers on file whose paper has this number: whether one of them, or who may be the same person, may not deal, and who that is. */
export async function holdersOfPaper(db: Db, number: string) {
  const found = await withPaper(db, number)
  return {
    mayNotDeal: found.some(({ isBlocked, isActive }) => isBlocked || !isActive),
    samePerson: [...new Set(found.flatMap((one) => one.samePerson))],
    papers: [...new Set(found.flatMap((one) => one.papers))],
  }
}

/** Who is on file under the number of a paper or of a registration; two where that says nobody, since several are. */
export const customersByNumber = (db: Db, number: string) => byNumber(db, number)
