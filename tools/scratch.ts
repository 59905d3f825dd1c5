import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mark = 'agio-run-'
/** Where databases lie whose data folder root keeps to itself, each with the path of that folder in `for`. */
const shared = '/var/lib/agio'

/**
 * A folder for all that one run of the tests makes, as the temporary folder of everything that it starts; what runs before it
 * left, because they were killed, goes.
 * @returns its path, and what removes it
 */
export function openScratch(): { folder: string; close: () => void } {
  const base = tmpdir()
  for (const name of fs.readdirSync(base))
    if (name.startsWith(mark) && !isRunning(Number(name.slice(mark.length))))
      fs.rmSync(join(base, name), { recursive: true, force: true })
  removeOrphans(join(base, mark))
  const folder = join(base, `${mark}${process.pid}`)
  fs.mkdirSync(folder, { recursive: true })
  // The user that PostgreSQL runs as passes through and may not list it.
  fs.chmodSync(folder, 0o711)
  const close = () => {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    removeOrphans(join(base, mark))
  }
  return { folder, close }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Databases of tests whose data folder is gone. */
function removeOrphans(ofRuns: string): void {
  for (const name of fs.existsSync(shared) ? fs.readdirSync(shared) : []) {
    const home = join(shared, name)
    const note = join(home, 'for')
    const known = fs.existsSync(note) ? fs.readFileSync(note, 'utf8') : ''
    if (known.startsWith(ofRuns) && !fs.existsSync(known)) fs.rmSync(home, { recursive: true, force: true })
  }
}
