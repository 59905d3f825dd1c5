import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.ts'
import { readTree } from './tree.ts'

const built = join(root, 'dist/web/index.html')
const stamp = join(root, 'dist/web.stamp')

/** Builds the web app unless the last build was made of the very files that are here now. False when it cannot be built. */
export async function buildWhenStale(): Promise<boolean> {
  const sources = fingerprint()
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return true
  const { ok, output, seconds } = await run(['npm', 'run', '--silent', 'build'])
  console.log(
    ok ? `web app built in ${seconds.toFixed(1)} s` : `The web app cannot be built:\n${output.trim()}`,
  )
  if (ok) writeFileSync(stamp, sources)
  return ok
}

/** A hash of everything that the browser's code can be made of: contents, not times, which a checkout changes. */
function fingerprint(): string {
  const tree = readTree(root)
  const sources = tree.files.filter(
    (path) =>
      /^((kit|modules|apps\/web)\/|package-lock\.json$|vite\.config\.ts$)/.test(path) &&
      !/\.(test|server|queries)\.ts$/.test(path),
  )
  const hash = createHash('sha256')
  for (const path of sources) hash.update(`${path}\0`).update(tree.text(path)).update('\0')
  return hash.digest('hex')
}

if (import.meta.main) process.exitCode = (await buildWhenStale()) ? 0 : 1
