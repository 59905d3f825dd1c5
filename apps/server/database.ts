import { join } from 'node:path'
import { startEmbedded } from '#apps/server/embedded.ts'
import type { Roles } from '#kit/server/prepare.server.ts'
import type { Settings } from './settings.ts'

export const migrationsDir = join(import.meta.dirname, '../../db/migrations')

/** Where the database is and with which roles; `stop` ends it if it is ours. */
export interface Place extends Roles {
  /** Settles when an embedded database ends, by `stop` or by itself. */
  exited?: Promise<unknown>
  stop(): Promise<void>
}

/** The role that serves in the embedded database. */
export const runtimeUser = 'agio_server'

/** Finds or starts the database that the settings ask for. */
export async function openPlace(settings: Settings, log: (line: string) => void): Promise<Place> {
  const { DATABASE_URL, DATABASE_OWNER_URL, AGIO_DATA_DIR } = settings
  if (DATABASE_URL)
    return {
      ...(DATABASE_OWNER_URL ? { owner: { connectionString: DATABASE_OWNER_URL } } : {}),
      runtime: { connectionString: DATABASE_URL },
      stop: () => Promise.resolve(),
    }
  const embedded = await startEmbedded({ dataDir: AGIO_DATA_DIR, log })
  const { owner, exited, stop } = embedded
  return { owner, runtime: embedded.as(runtimeUser), exited, stop }
}
