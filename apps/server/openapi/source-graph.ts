import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { root, sourceFiles } from './contracts.ts'

/** A node of a syntax tree (ESTree, as the parser gives it). */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** A declaration at the top of a file, or a member of what one makes. */
export interface Declaration {
  file: string
  name: string
  node: Node
  /** What stands beside a member within the function that makes it. */
  beside?: ReadonlyMap<string, Declaration>
  /** What that function was given: a member may call it. */
  given?: readonly Declaration[]
}

type Place = Pick<Declaration, 'file' | 'beside'>

interface Source {
  declarations: Map<string, Declaration>
  /** Local name to where it comes from; `*` is all that the other file exports. */
  imports: Map<string, { file: string; name: string }>
  /** What is passed on under a name, and files that are passed on whole. */
  reexports: Map<string, { file: string; name: string }>
  passedOn: string[]
  /** Local names by the names that they are exported under. */
  exports: Map<string, string>
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The nodes right below a node. */
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )

/** Walks a tree; where `visit` answers nodes, those are looked at instead of what is below. */
export function walk(node: Node, visit: (node: Node) => readonly Node[] | undefined): void {
  for (const child of visit(node) ?? childrenOf(node)) walk(child, visit)
}

export const nameOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return node['name'] as string
  return node.type === 'Literal' ? String(node['value']) : undefined
}

/** Every source file of the server by its path, and what its names mean. */
export function readSources() {
  const files = sourceFiles('{kit/domain,kit/server,modules}/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && !file.endsWith('.web.ts'),
  )
  const sources = new Map(files.map((file) => [file, readSource(file)]))

  function exported(file: string, name: string, seen = new Set<string>()): Declaration[] {
    const source = sources.get(file)
    if (!source || seen.has(`${file} ${name}`)) return []
    seen.add(`${file} ${name}`)
    if (name === '*') return [...source.exports.values()].flatMap((local) => resolve({ file }, local))
    const passed = source.reexports.get(name)
    if (passed) return exported(passed.file, passed.name, seen)
    const local = source.exports.get(name)
    if (local !== undefined) return resolve({ file }, local)
    return source.passedOn.flatMap((other) => exported(other, name, seen))
  }

  /** What a name means in a file; with a property, what that one is where this can be told. */
  function resolve(from: Place, name: string, property?: string): Declaration[] {
    const { file, beside } = from
    const source = sources.get(file)
    const inner = beside?.get(name)
    if (inner) return [(property !== undefined && membersOf(inner).get(property)) || inner]
    const imported = source?.imports.get(name)
    if (imported?.name === '*' && property !== undefined) return exported(imported.file, property)
    const found = imported ? exported(imported.file, imported.name) : ownOf(source, name)
    if (property === undefined) return found
    return found.flatMap((one) => [membersOf(one).get(property) ?? one])
  }

  const members = new Map<Declaration, Map<string, Declaration>>()
  /** The members of what a declaration makes, where it is an object or a call of what gives one. */
  function membersOf(one: Declaration): Map<string, Declaration> {
    const known = members.get(one)
    if (known) return known
    // Asked for while it is being found, it has none.
    members.set(one, new Map())
    const made = isNode(one.node['init']) ? one.node['init'] : one.node
    const found = membersIn(one.file, made)
    members.set(one, found)
    return found
  }

  function membersIn(file: string, written: Node | undefined): Map<string, Declaration> {
    const node = written && bare(written)
    const found = new Map<string, Declaration>()
    const add = (parts: Map<string, Declaration>) => parts.forEach((part, name) => found.set(name, part))
    if (node?.type === 'Identifier')
      for (const one of resolve({ file }, nameOf(node) ?? '')) add(membersOf(one))
    if (node?.type === 'CallExpression')
      for (const one of resolve({ file }, nameOf(node['callee']) ?? '')) {
        const given = (node['arguments'] as Node[]).map((part): Declaration => ({
          file,
          name: '',
          node: part,
        }))
        for (const [name, part] of returned(one)) found.set(name, { ...part, given })
      }
    if (node?.type === 'ObjectExpression')
      for (const property of node['properties'] as Node[]) {
        const name = nameOf(property['key'])
        if (name === undefined) add(membersIn(file, property['argument'] as Node))
        else found.set(name, { file, name, node: property['value'] as Node })
      }
    return found
  }

  /** The members of the object that a function returns. */
  function returned({ file, node }: Declaration): Map<string, Declaration> {
    const body = functionOf(node)?.['body']
    if (!isNode(body)) return new Map()
    if (body.type !== 'BlockStatement') return membersIn(file, body)
    const beside = new Map<string, Declaration>()
    const note = (name: string | undefined, inner: Node) => {
      if (name !== undefined) beside.set(name, { file, name, node: inner, beside })
    }
    const named = (one: Node | undefined) => beside.get(nameOf(one) ?? '')
    let answer: Node | undefined
    for (const statement of body['body'] as Node[]) {
      if (statement.type === 'ReturnStatement') answer = statement['argument'] as Node
      if (statement.type === 'FunctionDeclaration') note(nameOf(statement['id']), statement)
      for (const one of (statement['declarations'] ?? []) as Node[]) note(nameOf(one['id']), one)
    }
    const local = named(answer)
    const found = membersIn(file, local ? (local.node['init'] as Node) : answer)
    // A member that is only named is the function of that name within.
    for (const [name, part] of found)
      found.set(name, named(part.node) ?? (part.beside ? part : { ...part, beside }))
    return found
  }
  return { sources, resolve, membersIn }
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** The function that a declaration is, if it is one. */
export const functionOf = (node: Node): Node | undefined =>
  functions.has(node.type) ? node : isNode(node['init']) ? functionOf(node['init']) : undefined

const wrappers = new Set([
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'AwaitExpression',
])

/** An expression without what only wraps it. */
const bare = (node: Node): Node =>
  wrappers.has(node.type) ? bare((node['expression'] as Node) ?? node['argument']) : node

const ownOf = (source: Source | undefined, name: string) => {
  const own = source?.declarations.get(name)
  return own ? [own] : []
}

function readSource(file: string): Source {
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  const source: Source = {
    declarations: new Map(),
    imports: new Map(),
    reexports: new Map(),
    passedOn: [],
    exports: new Map(),
  }
  for (const node of program.body as unknown as Node[]) readStatement(file, node, source)
  return source
}

/** The file that an import names, from the top of the repository; undefined for a package. */
function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (!specifier.startsWith('.')) return undefined
  return relative(root, join(root, dirname(from), specifier)).replaceAll('\\', '/')
}

function readStatement(file: string, node: Node, source: Source): void {
  const from = isNode(node['source']) ? fileOf(file, String(node['source']['value'])) : undefined
  if (node.type === 'ImportDeclaration') {
    if (from === undefined) return
    for (const one of node['specifiers'] as Node[])
      source.imports.set(nameOf(one['local']) ?? '', {
        file: from,
        name: one.type === 'ImportNamespaceSpecifier' ? '*' : (nameOf(one['imported']) ?? 'default'),
      })
  } else if (node.type === 'ExportAllDeclaration') {
    if (from !== undefined) source.passedOn.push(from)
  } else if (node.type === 'ExportNamedDeclaration') {
    for (const one of (node['specifiers'] as Node[] | undefined) ?? []) {
      const [name = '', local = ''] = [nameOf(one['exported']), nameOf(one['local'])]
      if (from === undefined) source.exports.set(name, local)
      else source.reexports.set(name, { file: from, name: local })
    }
    if (isNode(node['declaration']))
      for (const name of declare(file, node['declaration'], source)) source.exports.set(name, name)
  } else declare(file, node, source)
}

/** Notes what a statement declares. */
function declare(file: string, node: Node, source: Source): string[] {
  const note = (name: string, body: Node) => source.declarations.set(name, { file, name, node: body })
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
    const name = nameOf(node['id']) ?? ''
    note(name, node)
    return [name]
  }
  if (node.type !== 'VariableDeclaration') return []
  return (node['declarations'] as Node[]).flatMap((one) => {
    const pattern = one['id'] as Node
    const from = source.imports.get(nameOf(one['init']) ?? '')
    // `const { rows } = queries`: another name for what the other file exports.
    if (pattern.type === 'ObjectPattern' && from?.name === '*') {
      for (const part of pattern['properties'] as Node[])
        source.imports.set(nameOf(part['value']) ?? '', { file: from.file, name: nameOf(part['key']) ?? '' })
      return []
    }
    const names = patternNames(pattern)
    for (const name of names) note(name, one)
    return names
  })
}

function patternNames(pattern: Node): string[] {
  const name = nameOf(pattern)
  if (name !== undefined) return [name]
  return ((pattern['properties'] ?? pattern['elements'] ?? []) as (Node | null)[]).flatMap((part) =>
    part ? patternNames((part['value'] ?? part['argument'] ?? part) as Node) : [],
  )
}
