import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.ts'
import { readTree } from './tree.ts'

/** Builds the web app unless the last build was made of the very files that are here now. False when it cannot be built. */
export const buildWhenStale = (): Promise<boolean> =>
  whenStale('web', /^((kit|modules|apps\/web)\/|package-lock\.json$|vite\.config\.ts$)/, [
    'npm',
    'run',
    '--silent',
    'build',
  ])

/** The same for the gallery, in `dist/gallery`. */
export const buildGalleryWhenStale = (): Promise<boolean> =>
  whenStale('gallery', /^((kit|apps\/gallery)\/|package-lock\.json$)/, [
    process.execPath,
    'apps/gallery/serve.ts',
    'build',
  ])

async function whenStale(name: string, pattern: RegExp, build: readonly string[]): Promise<boolean> {
  const [built, stamp] = [join(root, `dist/${name}/index.html`), join(root, `dist/${name}.stamp`)]
  const sources = fingerprint(pattern)
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return true
  const { ok, output, seconds } = await run(build)
  console.log(
    ok ? `${name} built in ${seconds.toFixed(1)} s` : `The ${name} cannot be built:\n${output.trim()}`,
  )
  if (ok) writeFileSync(stamp, sources)
  return ok
}

/** A hash of everything that the browser's code can be made of: contents, not times, which a checkout changes. */
function fingerprint(pattern: RegExp): string {
  const tree = readTree(root)
  const sources = tree.files.filter(
    (path) => pattern.test(path) && !/\.(test|server|queries)\.ts$/.test(path),
  )
  const hash = createHash('sha256')
  for (const path of sources) hash.update(`${path}\0`).update(tree.text(path)).update('\0')
  return hash.digest('hex')
}

if (import.meta.main) process.exitCode = (await buildWhenStale()) ? 0 : 1
