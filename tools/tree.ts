import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A repository as the rules of the house see it: what git tracks or would track, read once. */
export interface Tree {
  root: string
  /** Paths from the root, with forward slashes. */
  files: readonly string[]
  text(path: string): string
}

/** Reads a repository; where git does not help (an unpacked archive) it is everything but what is made or hidden. */
export function readTree(folder: string): Tree {
  const files = tracked(folder) ?? everything(folder)
  const texts = new Map<string, string>()
  return {
    root: folder,
    files: files.toSorted(),
    text(path) {
      const text = texts.get(path) ?? readFileSync(join(folder, path), 'utf8')
      texts.set(path, text)
      return text
    },
  }
}

// What git tracks or would track; a file that is deleted but not yet committed is left out.
function tracked(folder: string): string[] | undefined {
  if (!existsSync(join(folder, '.git'))) return undefined
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { status, stdout } = spawnSync('git', list, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 })
  // There may be no git, or it may not trust a checkout that belongs to another user.
  if (status !== 0) return undefined
  return [...new Set(stdout.split('\0'))].filter((path) => path && existsSync(join(folder, path)))
}

const everything = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name === '.ci' || !/^(\.|(node_modules|dist|data)$)/.test(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? everything(join(folder, entry.name)).map((path) => `${entry.name}/${path}`)
        : [entry.name],
    )

/** `path:line` of every line that the pattern finds. */
export function places(tree: Tree, path: string, pattern: RegExp): string[] {
  return tree
    .text(path)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : []))
}
