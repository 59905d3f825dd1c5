import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../samples')

/** Where an invented file in an official format is, such as `un-newer.xml`. */
export const samplePath = (name: string): string => join(folder, name)

/** Its bytes. */
export const sampleFile = (name: string): Buffer => readFileSync(samplePath(name))

/** Its text. */
export const sampleText = (name: string): string => readFileSync(samplePath(name), 'utf8')
