import { spawnSync } from 'node:child_process'
import { root } from './run.ts'
import type { Tree } from './tree.ts'

/** What a change can reach: tests of the units that import it, and these journeys; `all` where that cannot be told. */
export interface Reach {
  unit: 'all' | 'related'
  journeys: 'all' | readonly string[]
}

/**
 * Paths that differ from a commit, those that git does not know yet among them.
 * @returns undefined where git cannot tell
 */
export function changedSince(ref: string): string[] | undefined {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const lists = [
    git('diff', '--name-only', '--no-renames', '-z', ref),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
  if (lists.some(({ status }) => status !== 0)) return undefined
  return lists.flatMap(({ stdout }) => stdout.split('\0').filter(Boolean))
}

/** Nothing that runs in a test is made of them. */
const isBeside = (path: string) => /^(docs|bench|\.ci)\/|^[^/]+\.md$|^LICENSE$/.test(path)
const isCode = (path: string) => /\.tsx?$/.test(path) && !path.startsWith('db/')
const moduleOf = (path: string) => /^modules\/([a-z-]+)\//.exec(path)?.[1]

/** Journeys name modules by their screens, their calls and their imports; what names none is always run. */
export function reachOf(changed: readonly string[], tree: Tree): Reach {
  const paths = changed.filter((path) => !isBeside(path))
  const unit = paths.every((path) => isCode(path) && !/^(e2e\/|[^/]+$)/.test(path)) ? 'related' : 'all'
  const journeys = tree.files.filter((path) => /^e2e\/[^/]+\.test\.ts$/.test(path))
  const elsewhere = paths.filter(
    (path) => !journeys.includes(path) && !moduleOf(path) && !path.startsWith('tools/') && !isUnitTest(path),
  )
  if (elsewhere.length > 0) return { unit, journeys: 'all' }
  const reached = dependents(
    new Set(paths.flatMap((path) => (isUnitTest(path) ? [] : (moduleOf(path) ?? [])))),
    tree,
  )
  const words = wordsOf(tree)
  const isReached = (path: string) => {
    if (paths.includes(path)) return true
    if (reached.size === 0) return false
    const named = namedBy(tree.text(path), words)
    return named.size === 0 || [...named].some((module) => reached.has(module))
  }
  return {
    unit: paths.every((path) => path.startsWith('e2e/')) ? 'related' : unit,
    journeys: journeys.filter(isReached),
  }
}

const isUnitTest = (path: string) => path.endsWith('.test.ts') && !path.startsWith('e2e/')

/** These modules and all that import from them, directly or by others. */
function dependents(modules: ReadonlySet<string>, tree: Tree): Set<string> {
  const found = new Set(modules)
  const uses = new Map<string, Set<string>>()
  for (const path of tree.files.filter((one) => moduleOf(one) && isCode(one) && !isUnitTest(one))) {
    const own = moduleOf(path) ?? ''
    const used = uses.get(own) ?? uses.set(own, new Set()).get(own)
    for (const [, other = ''] of tree.text(path).matchAll(/'#modules\/([a-z-]+)\//g)) used?.add(other)
  }
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const [own, used] of uses) if ([...used].some((one) => found.has(one))) found.add(own)
  }
  return found
}

/** The first words of every address and call, with their modules: `/settings/currency` and `/posrate/baserate`. */
function wordsOf(tree: Tree): Map<string, Set<string>> {
  const words = new Map<string, Set<string>>()
  for (const path of tree.files.filter((one) => /^modules\/.*(module\.web\.tsx|\.contract\.ts)$/.test(one)))
    for (const word of addresses(tree.text(path)))
      (words.get(word) ?? words.set(word, new Set()).get(word))?.add(moduleOf(path) ?? '')
  return words
}

const addresses = (text: string): string[] =>
  [...text.matchAll(/['"`](\/[a-zA-Z][\w-]*(?:\/[a-zA-Z][\w-]*)?)/g)].map(([, word = '']) => word)

function namedBy(text: string, words: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const imported = [...text.matchAll(/'#modules\/([a-z-]+)\//g)].map(([, module = '']) => module)
  return new Set([...imported, ...addresses(text).flatMap((word) => [...(words.get(word) ?? [])])])
}
