import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root, sourceFiles } from './contracts.ts'
import { nameOf, type Node, walk } from './syntax.ts'

interface Literal {
  file: string
  /** The name at the top of the file that it belongs to. */
  owner: string
  keys: string[]
  texts: Map<string, string>
}

/** The comments above the entries and fields of the contracts, as they stand in the sources. */
export function readDocstrings() {
  const literals = sourceFiles('modules/*/*/*.contract.ts').flatMap(literalsOf)
  const find = (file: string, owner: string, keys: ReadonlySet<string>, key: string) => {
    const fitting = literals.filter(
      (one) => one.file === file && one.keys.includes(key) && one.keys.every((each) => keys.has(each)),
    )
    // What stands under the contract's own name is meant, also where it says nothing.
    return (
      fitting.find((one) => one.owner === owner) ?? fitting.find(({ texts }) => texts.has(key))
    )?.texts.get(key)
  }
  return {
    /** What is said of an entry of a contract, or of a field of its input: the object that has such keys. */
    find,
  }
}

function literalsOf(file: string): Literal[] {
  const source = readFileSync(join(root, file), 'utf8')
  const { program, comments } = parseSync(file, source)
  const docs = new Map(
    comments
      .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
      .map(({ value, end }) => [end + (/^\s*/.exec(source.slice(end))?.[0].length ?? 0), plain(value)]),
  )
  return (program.body as unknown as Node[]).flatMap((statement) => {
    const declared = (statement['declaration'] ?? statement) as Node
    const [first] = (declared['declarations'] as Node[] | undefined) ?? [declared]
    const owner = nameOf(first?.['id']) ?? ''
    const found: Literal[] = []
    walk(statement, (node) => {
      if (node.type === 'ObjectExpression') {
        const properties = (node['properties'] as Node[]).filter(({ type }) => type === 'Property')
        const texts = new Map<string, string>()
        for (const one of properties) {
          const said = docs.get(one.start)
          if (said) texts.set(nameOf(one['key']) ?? '', said)
        }
        if (properties.length > 0)
          found.push({ file, owner, keys: properties.map(({ key }) => nameOf(key) ?? ''), texts })
      }
      return undefined
    })
    return found
  })
}

/** A comment without its stars and line breaks. */
const plain = (comment: string) =>
  comment
    .replace(/^\*/, '')
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
