import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'

interface Named {
  name: string
  customerType: number
}

/** Asked who customers are, by their ids: those of the company that there are. */
export const namedCustomers = hook<readonly string[], ReadonlyMap<string, Named>>('rates.namedCustomers')

/** The customers that these rows name, by their ids. */
export async function customersOf(db: Db, named: readonly { customerId: string | null }[]) {
  const ids = named.flatMap(({ customerId }) => customerId ?? [])
  const [names] = ids.length > 0 ? await namedCustomers.ask(db, ids) : []
  return names ?? new Map<string, Named>()
}

/** Who a customer is; undefined for nobody. Throws NOT_FOUND for one whom the company does not have. */
export async function requireCustomer(db: Db, customerId: string | null): Promise<Named | undefined> {
  if (customerId === null) return undefined
  const known = (await customersOf(db, [{ customerId }])).get(customerId)
  if (!known) throw notFound()
  return known
}
