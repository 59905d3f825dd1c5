import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Sample } from '#kit/server/module.server.ts'
import { modules } from './modules.ts'

/** What the modules say of themselves, so that their endpoints and lists can be tried; in their order. */
export const samples: readonly Sample[] = await Promise.all(
  modules
    .filter(({ name }) => existsSync(join(import.meta.dirname, `../../modules/${name}/sample.server.ts`)))
    .map(
      async ({ name }) => ((await import(`#modules/${name}/sample.server.ts`)) as { sample: Sample }).sample,
    ),
)
