import type { RefusalKind } from '#kit/domain/refusal.domain.ts'
import { type Declaration, functionOf, isNode, nameOf, type Node, readSources, walk } from './source-graph.ts'

/** A refusal that an act can end in, and what sort of 'no' it is. */
export interface Possible {
  code: string
  kind: RefusalKind
}

interface Link {
  to: Declaration
  /** Codes that are given, by the place of the argument. */
  args: (string[] | undefined)[]
}

interface Facts {
  /** Refusals whose code is written where they are made. */
  said: Possible[]
  /** The function makes a refusal of a code that it is given: by the place of the parameter. */
  makes: Map<number, RefusalKind>
  /** Codes written in the function's text, for a refusal whose code comes another way. */
  loose: RefusalKind | undefined
  texts: string[]
  /** Every text that is written in it. */
  words: Set<string>
  refers: { name: string; property: string | undefined; args: (string[] | undefined)[] }[]
}

/**
 * The refusals that each handler can end in, found in the sources: what it and everything that it refers to throws. A name that
 * is mentioned counts as called, so there may be a code too many, and never one too few.
 */
export function readRefusals(codes: ReadonlySet<string>): Map<string, Possible[]> {
  const graph = readSources()
  const { sources, resolve } = graph
  const facts = new Map<Declaration, Facts>()
  const factsOf = (one: Declaration) => {
    const known = facts.get(one)
    if (known) return known
    const read = readFacts(one.node, codes)
    facts.set(one, read)
    return read
  }
  const answers = readAnswers(graph)
  const links = new Map<Declaration, Link[]>()
  const linksOf = (one: Declaration): Link[] => {
    const known = links.get(one)
    if (known) return known
    const found = factsOf(one).refers.flatMap(({ name, property, args }) => [
      ...resolve(one, name, property).map((to) => ({ to, args })),
      ...resolve(one, name).flatMap((hook) => (answers.get(hook) ?? []).map((to) => ({ to, args: [] }))),
    ])
    const all = [...found, ...(one.given ?? []).map((to) => ({ to, args: [] }))]
    links.set(one, all)
    return all
  }

  function reach(start: Declaration): Possible[] {
    const seen = new Set<Declaration>()
    const found = new Map<string, Possible>()
    const add = (code: string, kind: RefusalKind) => found.set(`${kind} ${code}`, { code, kind })
    // A code that comes another way may have been found anywhere below.
    const textsBelow = (one: Declaration, passed = new Set<Declaration>()): string[] => {
      if (passed.has(one)) return []
      passed.add(one)
      return [...factsOf(one).texts, ...linksOf(one).flatMap(({ to }) => textsBelow(to, passed))]
    }
    const workflows: Declaration[] = []
    const visit = (one: Declaration) => {
      if (seen.has(one)) return
      seen.add(one)
      if (isWorkflow(one)) return void workflows.push(one)
      follow(one)
    }
    const follow = (one: Declaration) => {
      const { said, loose } = factsOf(one)
      for (const { code, kind } of said) add(code, kind)
      const next = linksOf(one)
      if (loose) for (const text of textsBelow(one)) add(text, loose)
      for (const { to, args } of next) {
        for (const [at, kind] of factsOf(to).makes)
          for (const code of args[at] ?? (at < args.length ? textsBelow(one) : [])) add(code, kind)
        visit(to)
      }
    }
    visit(start)
    // A workflow's guards answer refusals and codes of them, which only the taking of a step throws: of an act that is named on the way.
    const taking = waysToDecide(seen, linksOf)
    if (taking.length > 0)
      for (const row of workflows.flatMap((one) => rowsOf(one, taking.map(factsOf)))) {
        for (const text of textsBelow(row)) add(text, 'business')
        follow(row)
      }
    return [...found.values()].toSorted((one, other) => (one.code < other.code ? -1 : 1))
  }

  const result = new Map<string, Possible[]>()
  for (const [file, { declarations }] of sources)
    for (const declaration of declarations.values())
      for (const [key, handler] of handlersOf(file, declaration, graph)) result.set(key, reach(handler))
  return result
}

type Graph = ReturnType<typeof readSources>

/** The handlers of a `serve(contract, handlers)`, by contract and entry. */
function handlersOf(file: string, { node }: Declaration, { membersIn }: Graph): [string, Declaration][] {
  const call = node['init']
  if (!isNode(call) || call.type !== 'CallExpression' || nameOf(call['callee']) !== 'serve') return []
  const [contract, handlers] = call['arguments'] as Node[]
  return [...membersIn(file, handlers)].map(([entry, handler]) => [
    `${nameOf(contract) ?? ''}.${entry}`,
    handler,
  ])
}

/** The answers that modules give to hooks: `answer(hook, run)` anywhere. */
function readAnswers({ sources, resolve }: Graph) {
  const answers = new Map<Declaration, Declaration[]>()
  for (const [file, { declarations }] of sources)
    for (const { name, node } of declarations.values())
      walk(node, (one) => {
        if (one.type !== 'CallExpression' || nameOf(one['callee']) !== 'answer') return undefined
        const [hook, run] = one['arguments'] as Node[]
        for (const to of resolve({ file }, nameOf(hook) ?? ''))
          answers.set(to, [...(answers.get(to) ?? []), { file, name: `${name} answer`, node: run ?? one }])
        return undefined
      })
  return answers
}

function readFacts(node: Node, codes: ReadonlySet<string>): Facts {
  const facts: Facts = {
    said: [],
    makes: new Map(),
    loose: undefined,
    texts: [],
    words: new Set(),
    refers: [],
  }
  const parameters = parametersOf(node)
  const own = localFunctions(node)
  // A refusal made in a small function within: what is given to that one is looked at where it is called.
  const makers = new Map<string, Map<number, RefusalKind>>()
  for (const [name, inner] of own) {
    const within = parametersOf(inner)
    walk(inner, (one) => {
      const made = refusalOf(one)
      const at = made ? placeOf(made.code, within) : -1
      if (made && at >= 0) makers.set(name, new Map([[at, made.kind]]))
      return undefined
    })
  }
  const refer = (named: unknown, args: Facts['refers'][number]['args'] = []) => {
    const reference = referenceOf(named)
    if (reference) facts.refers.push({ ...reference, args })
    return reference !== undefined
  }
  const isOfMaker = (one: Node) =>
    [...makers.keys()].some((name) => {
      const inner = own.get(name)
      return inner && inner.start <= one.start && one.end <= inner.end
    })
  walk(node, (one) => {
    if (one.type.startsWith('TSType') || one.type === 'TSInterfaceDeclaration') return []
    const made = refusalOf(one)
    if (made) {
      const written = codesIn(made.code, codes)
      for (const code of written) facts.said.push({ code, kind: made.kind })
      const at = placeOf(made.code, parameters)
      if (at >= 0) facts.makes.set(at, made.kind)
      else if (written.length === 0 && !isOfMaker(one)) facts.loose = made.kind
      // Codes of its fields are no codes of refusals.
      return (one['arguments'] as Node[]).slice(0, 2)
    }
    if (one.type === 'Literal') facts.words.add(String(one['value']))
    if (one.type === 'Literal' && codes.has(String(one['value']))) facts.texts.push(String(one['value']))
    if (one.type === 'Property' && one['shorthand'] !== true && one['computed'] !== true)
      return [one['value'] as Node]
    if (one.type === 'MemberExpression' && one['computed'] !== true)
      return refer(one) ? [] : [one['object'] as Node]
    if (one.type === 'Identifier') refer(one)
    if (one.type !== 'CallExpression') return undefined
    const args = one['arguments'] as Node[]
    const given = args
      .map((argument) => codesIn(argument, codes))
      .map((all) => (all.length > 0 ? all : undefined))
    for (const [at, kind] of makers.get(nameOf(one['callee']) ?? '') ?? []) {
      for (const code of given[at] ?? []) facts.said.push({ code, kind })
      if (at < args.length && !given[at]) facts.loose = kind
    }
    return refer(one['callee'], given) ? args : undefined
  })
  const said = new Set(facts.said.map(({ code }) => code))
  facts.texts = facts.texts.filter((text) => !said.has(text))
  return facts
}

/** `new Refusal(code, data, { kind })`, with a kind where one is written. */
function refusalOf(node: Node): { code: Node; kind: RefusalKind } | undefined {
  if (node.type !== 'NewExpression' || nameOf(node['callee']) !== 'Refusal') return undefined
  const [code, , options] = node['arguments'] as Node[]
  if (!code) return undefined
  const kind = ((options?.['properties'] ?? []) as Node[]).find(({ key }) => nameOf(key) === 'kind')
  return { code, kind: (nameOf(kind?.['value']) ?? 'business') as RefusalKind }
}

/** The codes that an expression can be, where they are written in it. */
function codesIn(node: Node, codes: ReadonlySet<string>): string[] {
  if (node.type === 'Literal') return codes.has(String(node['value'])) ? [String(node['value'])] : []
  if (node.type === 'TemplateLiteral') return codesLike(node, codes)
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].flatMap((part) => codesIn(part as Node, codes))
  if (node.type === 'LogicalExpression')
    return [node['left'], node['right']].flatMap((part) => codesIn(part as Node, codes))
  return []
}

/** The codes that a text with gaps can become. */
function codesLike(node: Node, codes: ReadonlySet<string>): string[] {
  const parts = (node['quasis'] as Node[]).map(({ value }) => (value as { cooked: string }).cooked)
  if (parts.every((part) => !/[A-Z]/.test(part))) return []
  const pattern = new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[A-Z_]+')}$`)
  return [...codes].filter((code) => pattern.test(code))
}

const parametersOf = (node: Node): (string | undefined)[] =>
  ((functionOf(node)?.['params'] ?? []) as Node[]).map((one) => nameOf(one) ?? nameOf(one['left']))

/** Which parameter an expression is; -1 for none. */
const placeOf = (node: Node, parameters: readonly (string | undefined)[]) =>
  node.type === 'Identifier' ? parameters.indexOf(nameOf(node)) : -1

/** Functions that are declared within another one, by name. */
function localFunctions(node: Node): Map<string, Node> {
  const found = new Map<string, Node>()
  walk(node, (one) => {
    if (one === node) return undefined
    const name = nameOf(one['id'])
    if (name !== undefined && (one.type === 'FunctionDeclaration' || one.type === 'VariableDeclarator')) {
      const inner = functionOf(one)
      if (inner) found.set(name, inner)
    }
    return undefined
  })
  return found
}

/** What of all that is reached takes a step of a workflow, itself or by what it calls. */
function waysToDecide(seen: ReadonlySet<Declaration>, linksOf: (one: Declaration) => readonly Link[]) {
  const isDecide = ({ name, file }: Declaration) => name === 'decide' && file.endsWith('/document.domain.ts')
  const found = new Set([...seen].filter(isDecide))
  // What is added is looked at in its turn.
  for (const one of found) for (const by of seen) if (linksOf(by).some(({ to }) => to === one)) found.add(by)
  return [...found]
}

/** The rows of a workflow whose acts are named in what a handler reaches; all of them where none is. */
function rowsOf(flow: Declaration, reached: readonly Facts[]): Declaration[] {
  const part = (node: unknown, name: string) =>
    ((isNode(node) ? node['properties'] : []) as Node[]).find(({ key }) => nameOf(key) === name)?.['value']
  const [table] = (flow.node['init'] as Node)['arguments'] as Node[]
  const rows = ((part(table, 'actions') as Node | undefined)?.['properties'] ?? []) as Node[]
  const named = rows.filter(({ key }) => reached.some(({ words }) => words.has(nameOf(key) ?? '')))
  return named.length > 0
    ? named.map((node) => ({ file: flow.file, name: nameOf(node['key']) ?? '', node }))
    : [flow]
}

const isWorkflow = ({ node }: Declaration) =>
  isNode(node['init']) && nameOf(node['init']['callee']) === 'workflow'

function referenceOf(node: unknown): { name: string; property: string | undefined } | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return { name: node['name'] as string, property: undefined }
  if (node.type !== 'MemberExpression' || node['computed'] === true) return undefined
  const name =
    isNode(node['object']) && node['object'].type === 'Identifier' ? nameOf(node['object']) : undefined
  return name === undefined ? undefined : { name, property: nameOf(node['property']) }
}
