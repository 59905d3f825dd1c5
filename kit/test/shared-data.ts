import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../shared/data')

/** Where a real file lies, such as `fx/…`; where the folder is missing the test fails and says so. */
export function sharedPath(path: string): string {
  const file = join(folder, path)
  if (!existsSync(file)) throw new Error(`The real files for tests are missing: ${file}`)
  return file
}

/** The bytes of a real file. */
export const sharedFile = (path: string): Buffer => readFileSync(sharedPath(path))
