import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import type { Contract } from '#kit/contract/endpoint.contract.ts'

export const root = join(import.meta.dirname, '../../..')

export interface Contracts {
  /** The exported name of a contract, and the file that exports it. */
  names: ReadonlyMap<unknown, { name: string; file: string }>
  /** Shapes by the names that they are exported under. */
  shapes: ReadonlyMap<string, z.ZodType>
}

/** The folder of a product's code from the top of the repository. */
export const sourceFiles = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()

/** What the contract files export: names that people gave, so that the document need not make up others. */
export async function readContracts(): Promise<Contracts> {
  const names = new Map<unknown, { name: string; file: string }>()
  const shapes = new Map<string, z.ZodType>()
  // The kit's shapes come first: what a module calls by another name is still the kit's.
  for (const file of [
    ...sourceFiles('kit/contract/*.contract.ts'),
    ...sourceFiles('modules/*/*/*.contract.ts'),
  ]) {
    const exported = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>
    // Sorted, so that the same name is found first wherever this runs.
    for (const [name, value] of Object.entries(exported).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      if (value instanceof z.ZodType) shapes.set(name, value)
      else if (isContract(value)) names.set(value, { name, file })
  }
  return { names, shapes }
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((one: unknown) => typeof one === 'object' && one !== null && 'path' in one)
