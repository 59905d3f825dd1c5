import { hook } from '#kit/server/hooks.server.ts'
import type { Db } from '#kit/server/database.server.ts'

/** After how many days without a look at its source a published list clears nobody of the connection's company. */
export const allowedAge = hook<null, number>('watchlists.allowedAge')

/** There is a new version of a list: whoever is monitored is matched against what is new. */
export const listChanged = hook<{ versionId: string }, void>('watchlists.listChanged')

/** Takes a list of the connection's company away; false where somebody may have been asked against it: then it stays. */
export const listLeaving = hook<{ list: string }, boolean>('watchlists.listLeaving')

/** The shortest time that anybody allows. */
export const allowedDaysOf = async (db: Db): Promise<number> => Math.min(...(await allowedAge.ask(db, null)))
