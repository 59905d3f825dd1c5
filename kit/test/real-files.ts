import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The folder of real lists and rates. It is not part of the repository, so that a clone alone has none. */
const folder = process.env['REAL_FILES']

/** Whether tests of real files are skipped. A folder that is named and not there fails them. */
export const hasNoRealFiles = !folder

/** Where a real file is, such as `fx/…`. */
export function realPath(path: string): string {
  if (!folder) throw new Error(`REAL_FILES names no folder with ${path}`)
  return resolve(folder, path)
}

/** The bytes of a real file. */
export const realFile = (path: string): Buffer => readFileSync(realPath(path))
