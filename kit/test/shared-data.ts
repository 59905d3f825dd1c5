import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../shared/data')

/** The bytes of a real file, such as `fx/…`; where the folder is missing the test fails and says so. */
export function sharedFile(path: string): Buffer {
  const file = join(folder, path)
  if (!existsSync(file)) throw new Error(`The real files for tests are missing: ${file}`)
  return readFileSync(file)
}
