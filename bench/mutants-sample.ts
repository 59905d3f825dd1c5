import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apply, isReadable, type Mutation, mutationsOf } from './mutations.ts'
import { root } from './tools.ts'

/** A change of one token in one file, and how it is named: its place, its line before, and its line after. */
export interface Mutant extends Mutation {
  file: string
  line: number
  before: string
  after: string
}

/**
 * Every mutant of the domain files in an order that only the seed and its own line decide: a change elsewhere in a file leaves
 * the others where they were.
 */
export function shuffleMutants(seed: string): Mutant[] {
  const seen = new Map<string, number>()
  const keyed = globSync('{kit,modules}/**/*.domain.ts', { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      return mutationsOf(source).map((mutation) => named(file, source, mutation))
    })
    .map((mutant) => {
      const text = [seed, mutant.file, mutant.before, mutant.after].join('\n')
      const again = seen.get(text) ?? 0
      seen.set(text, again + 1)
      return { mutant, key: createHash('sha256').update(`${text}\n${again}`).digest('hex') }
    })
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ mutant }) => mutant)
}

function named(file: string, source: string, mutation: Mutation): Mutant {
  const { start, end, to } = mutation
  const [first, last] = [source.lastIndexOf('\n', start - 1) + 1, (source + '\n').indexOf('\n', end)]
  return {
    ...mutation,
    file,
    line: source.slice(0, start).split('\n').length,
    before: onOneLine(source.slice(first, last)),
    after: onOneLine(source.slice(first, start) + to + source.slice(end, last)),
  }
}

const onOneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

/** The file of a mutant as it would be. */
export const textOf = (mutant: Mutant): string => apply(readFileSync(join(root, mutant.file), 'utf8'), mutant)

export const isWritten = (mutant: Mutant): boolean => isReadable(textOf(mutant))
