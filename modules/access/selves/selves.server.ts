import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'

/** Asked for whoever acts: for how many days the company counts an account and whoever made it as one person. */
export const selvesDays = hook<null, number>('access.selvesDays')

/** For how many days an account and whoever made it, or set how one signs in with it, are one person. */
export async function daysOfSelves(db: Db): Promise<number> {
  const [days] = await selvesDays.ask(db, null)
  if (days === undefined) throw new Error('nobody says how long an account counts as its maker')
  return days
}
