import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '#tools/run.ts'

/** The one text of a file that a pattern finds. */
function only(file: string, pattern: RegExp): string | undefined {
  const path = join(root, file)
  const found = existsSync(path) ? [...readFileSync(path, 'utf8').matchAll(pattern)] : []
  return found.length === 1 ? found[0]?.[1] : undefined
}

/** Where the calls of a list are, by its place in the browser: of capabilities whose screens have one home and whose contract one path. */
export const callsAt: ReadonlyMap<string, string> = new Map(
  globSync('modules/*/*/*.contract.ts', { cwd: root }).flatMap((contract) => {
    const folder = dirname(contract)
    const home = only(`${folder}/${basename(folder)}.web.tsx`, /\bhome(?: =|:) '([^']+)'/g)
    const calls = only(contract, /^const path = '([^']+)'$/gm)
    return basename(contract, '.contract.ts') === basename(folder) && home && calls ? [[home, calls]] : []
  }),
)

/** Where documents have their pages: most of them the demonstration does not make, and a journey looks at each. */
export const documentPagesAt: ReadonlySet<string> = new Set(
  globSync('modules/*/*/*.web.tsx', { cwd: root }).flatMap((screens) => {
    const home = only(screens, /\bhome(?: =|:) '([^']+)'/g)
    return home && readFileSync(join(root, screens), 'utf8').includes('= documentPages') ? `${home}/$id` : []
  }),
)
