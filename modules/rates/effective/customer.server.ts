import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'

/** Asked for what customers are called, by their ids: those of the company that there are. */
export const namedCustomers = hook<readonly string[], ReadonlyMap<string, string>>('rates.namedCustomers')

/** The names of those among these rows that name a customer. */
export async function customerNames(db: Db, named: readonly { customerId: string | null }[]) {
  const ids = named.flatMap(({ customerId }) => customerId ?? [])
  const [names] = ids.length > 0 ? await namedCustomers.ask(db, ids) : []
  return names ?? new Map<string, string>()
}

/** Throws NOT_FOUND for a customer whom the company does not have. */
export async function knownCustomer(db: Db, customerId: string | null): Promise<string | null> {
  if (customerId !== null && !(await customerNames(db, [{ customerId }])).has(customerId)) throw notFound()
  return customerId
}
