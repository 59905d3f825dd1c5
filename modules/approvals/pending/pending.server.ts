import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import type { Subject } from '#modules/subject.domain.ts'

/** A document that waits for somebody's decision, once for each kind of gate that is open. */
export interface Pending {
  subject: Subject
  /** What its module calls it: its number, or its place. */
  name: string
  /** Of what the decision is: a kind of gate, or the one thing that such a document waits for. */
  kind: string
  since: string
  /** Who may decide: the right, and the roles to which it has gone; none where it goes from role to role not at all. */
  permission: string
  roles: readonly string[]
  /** In whose stead this person would decide; null on their own. */
  inStead: string | null
}

/** What of a module's documents waits for the decision of this person, named as the module names its documents. */
export const pendingDocuments = hook<{ actor: Actor; now: Date }, readonly Pending[]>(
  'approvals.pendingDocuments',
)

/** All that waits for the decision of this person, whatever the document: what waits longest first. */
export async function pendingOf(db: Db, asking: { actor: Actor; now: Date }): Promise<Pending[]> {
  const all = (await pendingDocuments.ask(db, asking)).flat()
  return all.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since))
}
