import { posix } from 'node:path'
import type { Tree } from './tree.ts'

/** Lines of code that the folder of one business word may have; tests, styles and texts are free. */
const most = 1500

const isCode = (path: string) => /\.tsx?$/.test(path) && !/\.(test|gen)\./.test(path)
const folderOf = (path: string) => /^modules\/[^/]+\/(?!locales\/)[^/]+(?=\/)/.exec(path)?.[0]
const moduleOf = (folder: string) => folder.slice(0, folder.lastIndexOf('/'))

/** The folders of capabilities, and what each imports from others of its module, with the first file that does. */
function graphOf(tree: Tree): Map<string, Map<string, string>> {
  const graph = new Map<string, Map<string, string>>()
  for (const path of tree.files.filter(isCode)) {
    const own = folderOf(path)
    if (!own) continue
    const uses = graph.get(own) ?? new Map<string, string>()
    graph.set(own, uses)
    for (const [, specifier = ''] of tree
      .text(path)
      .matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      const target = specifier.startsWith('.')
        ? posix.join(posix.dirname(path), specifier)
        : specifier.replace('#', '')
      const other = folderOf(target)
      if (other && other !== own && moduleOf(other) === moduleOf(own) && !uses.has(other))
        uses.set(other, path)
    }
  }
  return graph
}

/** Whether imports lead from one folder to another. */
function leads(graph: Map<string, Map<string, string>>, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const folder of seen) for (const next of graph.get(folder)?.keys() ?? []) seen.add(next)
  return seen.has(to)
}

/** A business word is a folder that can be read by itself: no circle leads through it, and it has an end. */
export function folders(tree: Tree): string[] {
  const graph = graphOf(tree)
  const circles = [...graph].flatMap(([folder, uses]) =>
    [...uses]
      .filter(([other]) => leads(graph, other, folder))
      .filter(([other]) => !graph.get(other)?.has(folder) || folder < other)
      .map(
        ([other, path]) =>
          `${path}: ${folder} and ${other} lean on each other. Move what both need below both.`,
      ),
  )
  const long = [...graph.keys()].flatMap((folder) => {
    const lines = tree.files
      .filter((path) => folderOf(path) === folder && isCode(path))
      .reduce((sum, path) => sum + tree.text(path).split('\n').length - 1, 0)
    return lines > most
      ? [
          `${folder}: ${lines} lines of code, at most ${most}. It holds more than one business word: divide it.`,
        ]
      : []
  })
  return [...circles, ...long]
}
