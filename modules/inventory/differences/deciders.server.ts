import type { Db } from '#kit/server/database.server.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { mayActAt } from '#modules/organisation/public.server.ts'
import type { PermissionCode } from '#modules/permissions.domain.ts'
import { tellOfCount } from '../telling/telling.server.ts'

interface Waiting {
  id: string
  branchId: string
  /** Null: the vault of the branch. */
  counterId: string | null
  /** Who counted last. */
  taker: string
  page?: string
}

/** Where nobody may decide on a count, those hear of it who count there or could give somebody the right to. */
export async function tellOfNobody(db: Db, count: Waiting, right: PermissionCode): Promise<void> {
  const others = (await holdersOf(db, [right, 'manage_roles'])).filter(
    (one) =>
      one.permissions.has('manage_roles') ||
      (mayActAt(one, count) && one.permissions.has('view_expected_count')),
  )
  await tellOfCount(
    db,
    count,
    { name: count.taker },
    'nobody',
    others.map(({ userId }) => userId),
  )
}
