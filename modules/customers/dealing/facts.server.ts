import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { countOpenRequests } from '../notes/notes.queries.ts'
import { individual, isEmpty } from '../profiles/profiles.domain.ts'
import { evidenceOf, find, isRepresented } from '../profiles/profiles.queries.ts'

/** What due diligence asks about a customer: who must not deal, what is known, and what papers are there. */
export interface ProfileFacts {
  id: string
  name: string
  customerType: 1 | 2
  isBlocked: boolean
  isMonitored: boolean
  isActive: boolean
  /** Codes of the information fields that are filled. */
  filled: ReadonlySet<string>
  /** idImage, proofOfAddress, proofOfFunds, authorisedPerson, boardResolution, ownershipChart: those that are there. */
  evidence: ReadonlySet<string>
  idType: string
  idNumber: string
  idExpiryDate: string | null
  openRequests: number
}

/** The facts of a customer on a day; throws NOT_FOUND for one who is not there or was merged into another. */
export async function profileFacts(db: Db, customerId: string, on: string): Promise<ProfileFacts> {
  const row = await find(db, customerId)
  if (!row || row.mergedInto !== null) throw notFound()
  const evidence = await evidenceOf(db, customerId)
  if (await isRepresented(db, customerId, on)) evidence.add('authorisedPerson')
  const filled = Object.entries(row).flatMap(([field, value]) => (isEmpty(value) ? [] : [field]))
  return {
    ...row,
    customerType: row.customerType === individual ? 1 : 2,
    filled: new Set(filled),
    evidence,
    openRequests: await countOpenRequests(db, customerId),
  }
}
