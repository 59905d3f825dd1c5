import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './tools.ts'

/** What makes a test one of the database; its file, or one that it reads, imports one of these. */
const doors = new Set(['kit/test/database.ts', 'apps/server/embedded.ts'])

interface Test {
  file: string
  /** How many imports away each file is that it reads. */
  reads: ReadonlyMap<string, number>
  isPure: boolean
}

const importOf =
  /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^'"]*?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\)/g

/** The unit tests with all that they read. */
export function unitTests(): Test[] {
  const known = new Map<string, readonly string[]>()
  const importsOf = (file: string) => {
    const before = known.get(file)
    if (before) return before
    const text = readFileSync(join(root, file), 'utf8')
    const found = [...text.matchAll(importOf)].flatMap(
      ([, one, other]) => placeOf(file, one ?? other ?? '') ?? [],
    )
    known.set(file, found)
    return found
  }
  return globSync('{kit,modules}/**/*.test.ts', { cwd: root })
    .toSorted()
    .map((file) => {
      const reads = new Map([[file, 0]])
      // A map is walked in the order in which it grows.
      for (const [one, far] of reads)
        for (const next of importsOf(one)) if (!reads.has(next)) reads.set(next, far + 1)
      return { file, reads, isPure: ![...doors].some((door) => reads.has(door)) }
    })
}

function placeOf(from: string, name: string): string | undefined {
  if (!/^[#.]/.test(name) || !/\.tsx?$/.test(name)) return undefined
  const place = name.startsWith('#') ? name.slice(1) : normalize(join(dirname(from), name))
  return existsSync(join(root, place)) ? place : undefined
}

const mostDatabaseTests = 6

const moduleOf = (file: string) => file.split('/').slice(0, 2).join('/')

/** The tests without a database that read a file, the nearest first. */
export const pureTestsOf = (tests: readonly Test[], file: string): string[] =>
  nearest(
    tests.filter(({ isPure }) => isPure),
    file,
  )

/** The tests of its own module on the database that read a file, the nearest first; of what belongs to all, any module's. */
export const databaseTestsOf = (tests: readonly Test[], file: string): string[] =>
  nearest(
    tests.filter(({ isPure }) => !isPure),
    file,
  )
    .filter((test) => file.split('/').length < 4 || moduleOf(test) === moduleOf(file))
    .slice(0, mostDatabaseTests)

const nearest = (tests: readonly Test[], file: string) =>
  tests
    .filter(({ reads }) => reads.has(file))
    .toSorted((a, b) => far(a, file) - far(b, file))
    .map((test) => test.file)

const far = ({ file, reads }: Test, of: string) =>
  (dirname(file) === dirname(of) ? 0 : moduleOf(file) === moduleOf(of) ? 100 : 200) + (reads.get(of) ?? 0)
