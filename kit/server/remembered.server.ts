import { type Db, prepared } from './database.server.ts'

interface Revision {
  companyId: string
  /** Another one after every change of settings, of the company or of all. */
  mark: string
}

const read = (db: Db): Promise<Revision | undefined> =>
  db.selectFrom('kit.revision').select(['companyId', 'mark']).modifyFront(prepared).executeTakeFirst()

const steady = new WeakMap<Db, { revision?: Promise<Revision | undefined> }>()

/** Says of a transaction that it changes no settings: what follows from them may be remembered in it, and is that of one moment. */
export function pinSettings(db: Db): void {
  if (db.isTransaction && !steady.has(db)) steady.set(db, {})
}

/** Which settings hold; undefined where nothing may be remembered: in a transaction that may change them, or before there are any. */
export function revisionOf(db: Db): Promise<Revision | undefined> {
  const one = steady.get(db)
  // Read when it is first asked for: a promise that nobody awaits would end the program where the database dies.
  if (one) return (one.revision ??= read(db))
  return db.isTransaction ? Promise.resolve(undefined) : read(db)
}

/** So many companies of one process are remembered; those that were asked for first are read again. */
const mostCompanies = 200

/**
 * A read of tables that are marked `remembered` in their migration, and of nothing else: what it answers is given again to
 * the same company until one of its settings changes, on whichever server. The caller must not change it.
 */
export function remember<T>(from: (db: Db) => Promise<T>): (db: Db) => Promise<T> {
  const known = new Map<string, { mark: string; answer: Promise<T> }>()
  return async (db) => {
    const revision = await revisionOf(db)
    if (!revision) return from(db)
    const { companyId, mark } = revision
    const found = known.get(companyId)
    if (found?.mark === mark) return found.answer
    const answer = from(db)
    if (known.size >= mostCompanies) known.clear()
    known.set(companyId, { mark, answer })
    answer.catch(() => known.delete(companyId))
    return answer
  }
}
