import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { WebModule, WebRoute } from '#kit/web/module.web.tsx'
import { root } from '#tools/run.ts'

// What a manifest brings along looks for its window and its storage at once: there are none here.
globalThis.addEventListener ??= () => undefined
Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null } })

/** Every screen that the manifests of the modules name. */
export const routes: readonly WebRoute[] = await Promise.all(
  globSync('modules/*/module.web.tsx', { cwd: root }).map(async (path) => {
    const name = basename(dirname(path))
    const { webModule } = (await import(`#modules/${name}/module.web.tsx`)) as { webModule: WebModule }
    return webModule.routes
  }),
).then((all) => all.flat())
