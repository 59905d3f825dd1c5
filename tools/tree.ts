import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A repository as the rules of the house see it: what git tracks or would track, read once. */
export interface Tree {
  root: string
  /** Paths from the root, with forward slashes. */
  files: readonly string[]
  text(path: string): string
}

/** Reads a repository; a file that git tracks but that is gone is left out. */
export function readTree(folder: string): Tree {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: folder, encoding: 'utf8' }).split('\0')
  const texts = new Map<string, string>()
  return {
    root: folder,
    files: [...new Set(files)].filter((path) => path && existsSync(join(folder, path))).toSorted(),
    text(path) {
      const text = texts.get(path) ?? readFileSync(join(folder, path), 'utf8')
      texts.set(path, text)
      return text
    },
  }
}

/** `path:line` of every line that the pattern finds. */
export function places(tree: Tree, path: string, pattern: RegExp): string[] {
  return tree
    .text(path)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : []))
}
