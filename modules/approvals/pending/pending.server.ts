import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import type { Subject } from '#modules/subject.domain.ts'

/** A document that is pending with an approver, once for each kind of gate that is open. */
export interface Pending {
  subject: Subject
  /** What its module calls it: its number, or its place. */
  name: string
  /** Of what the decision is: a kind of gate, or the one thing that such a document waits for. */
  kind: string
  since: string
  /** Who may decide: the right, and the roles to which it has gone; none where it goes from role to role not at all. */
  permission: string
  roles: string[]
  /** In whose stead this person would decide; null on their own. */
  inStead: string | null
  /** The address where it is read and decided, `/inventory/transfers/<id>`. */
  page: string
  /** Who asks. */
  by: string | null
  /** Whom or what it is about, such as the customer of a deal. */
  about: string | null
  /** Its amount in local money; null where it has none, or this person may not see it. */
  value: string | null
  /** The customer whom it is about, where that is known. */
  customerId?: string | null
  /** It is decided in a document of that customer which is pending at such a gate, where there is one. */
  yieldsTo?: string
}

/** What of a module's documents waits for the decision of this person, named as the module names its documents. */
export const pendingDocuments = hook<{ actor: Actor; now: Date }, readonly Pending[]>(
  'approvals.pendingDocuments',
)

/** A document of this person that waits for the decision of another. */
export type Awaited = Omit<Pending, 'by' | 'customerId' | 'inStead' | 'permission' | 'yieldsTo'>

/** What this person has asked for, and others decide. */
export const awaitedDocuments = hook<{ actor: Actor; now: Date }, readonly Awaited[]>(
  'approvals.awaitedDocuments',
)

/** All that waits for the decision of this person, whatever the document, the longest pending first. */
export async function pendingOf(db: Db, asking: { actor: Actor; now: Date }): Promise<Pending[]> {
  const all = (await pendingDocuments.ask(db, asking)).flat().toSorted(bySince)
  const stopped = new Set(all.map(({ kind, customerId }) => customerId && `${kind} ${customerId}`))
  return all.filter(
    ({ yieldsTo, customerId }) => !yieldsTo || !customerId || !stopped.has(`${yieldsTo} ${customerId}`),
  )
}

/** All that this person waits for, the longest pending first. */
export async function listAwaited(db: Db, asking: { actor: Actor; now: Date }): Promise<Awaited[]> {
  return (await awaitedDocuments.ask(db, asking)).flat().toSorted(bySince)
}

const bySince = (a: { since: string }, b: { since: string }) => Date.parse(a.since) - Date.parse(b.since)
