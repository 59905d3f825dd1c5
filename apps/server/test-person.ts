import type { Actor } from '#modules/actor.domain.ts'
import { baseRoles } from '#modules/access/roles/roles.domain.ts'

/** Somebody with the rights and limits of a role of the product, who tries the acts of a document without a database. */
export function personOf(code: string, userId: string = code) {
  const role = baseRoles.find((one) => one.code === code)
  if (!role) throw new Error(`No role '${code}'`)
  return {
    userId,
    name: userId,
    selves: new Set([userId]),
    permissions: new Set<string>(role.permissions),
    baseRoles: new Set([code]),
    limits: new Map(
      role.limits.map((one) => [one.type, one.isUnlimited ? 'unlimited' : (one.amount ?? '0')]),
    ),
    assigned: 'all',
  } as const satisfies Partial<Actor>
}
