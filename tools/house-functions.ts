import { parseSync } from 'vite'
import type { Tree } from './tree.ts'

/** A node of a syntax tree (ESTree, as the parser gives it). */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const most = { lines: 70, parameters: 4 }
/** What was too long when the rule came: a list that may only shrink. */
const list = 'tools/long-functions.json'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nameOf = (node: unknown) =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined

/** The functions of a file that are too long, or of a domain file take too many parameters, by name: those within one are its own. */
function tooMuch(path: string, text: string): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (node: Node, name: string): void => {
    const own = nameOf(node['id']) ?? nameOf(node['key']) ?? name
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      const lines = text.slice(node.start, node.end).split('\n').length
      const parameters = (node['params'] as unknown[]).length
      // Beside the longest function that bears a name those within it say nothing new.
      if (lines > most.lines) found.set(own, found.get(own) ?? `${lines} lines, at most ${most.lines}`)
      else if (path.endsWith('.domain.ts') && parameters > most.parameters)
        found.set(own, `${parameters} parameters, at most ${most.parameters}`)
    }
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part, own)
  }
  visit(parseSync(path, text).program as unknown as Node, '')
  return found
}

/** SQL reads as SQL, however long; the generic table is one by design. */
const isApart = (path: string, name: string) => path.endsWith('.queries.ts') || name === 'DataTable'

/** A function is read at one go. Those of the list are named where they are short by now, or gone. */
export function functions(tree: Tree): string[] {
  const frozen = new Set(tree.files.includes(list) ? (JSON.parse(tree.text(list)) as string[]) : [])
  const faults: string[] = []
  for (const path of tree.files) {
    if (!/^(kit|modules|apps|tools)\/.*\.tsx?$/.test(path) || /\.(test|gen)\./.test(path)) continue
    for (const [name, what] of tooMuch(path, tree.text(path)))
      if (!isApart(path, name) && !frozen.delete(`${path} ${name}`))
        faults.push(
          `${path}: ${name || 'a function'} has ${what}. Divide it, or pass what belongs together as one.`,
        )
  }
  return [...faults, ...[...frozen].map((one) => `${list}: '${one}' is no longer true. Take it out.`)]
}
