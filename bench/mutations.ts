import { parseSync } from 'vite'

/** One change of one token, by its place in the text of a file. */
export interface Mutation {
  start: number
  end: number
  to: string
}

interface Node {
  type: string
  start: number
  end: number
  operator?: string
  value?: unknown
  left?: Node
  right?: Node
  test?: Node | null
  argument?: Node
  callee?: Node
  arguments?: Node[]
  property?: Node
  expression?: Node
  body?: Node | Node[]
  quasis?: (Node & { value: { raw: string } })[]
  typeAnnotation?: { typeName?: { name?: string } }
  regex?: { pattern: string }
}

/** What an operator or a method becomes; comparisons move by their boundary, or turn round. */
const operators: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
}

const pairs = [
  ['some', 'every'],
  ['find', 'findLast'],
  ['findIndex', 'findLastIndex'],
  ['indexOf', 'lastIndexOf'],
  ['startsWith', 'endsWith'],
  ['padStart', 'padEnd'],
  ['trimStart', 'trimEnd'],
  ['toUpperCase', 'toLowerCase'],
  ['min', 'max'],
  ['floor', 'ceil'],
  ['plus', 'minus'],
  ['times', 'dividedBy'],
  ['greaterThan', 'greaterThanOrEqualTo'],
  ['lessThan', 'lessThanOrEqualTo'],
  ['isPositive', 'isNegative'],
] as const
const methods: Record<string, string> = {
  ...Object.fromEntries(pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])),
  reduceRight: 'reduce',
  replaceAll: 'replace',
  flatMap: 'map',
  div: 'times',
}
/** Methods whose call is left out, so that what it was called on stays. */
const dropped = new Set(['abs', 'filter', 'negated', 'normalize', 'slice', 'toReversed', 'toSorted', 'trim'])

/** Every change of one token that a file of TypeScript has outside its types; some do not pass the type check. */
export function mutationsOf(source: string): Mutation[] {
  const found: Mutation[] = []
  const { program, errors } = parseSync('source.ts', source)
  if (errors.length > 0) throw new Error('A file that cannot be read')
  walk(program as unknown as Node, (node, isType) => {
    // A text that is `as const` is a type; the compiler sees to it.
    if (!(isType && typeof node.value === 'string')) found.push(...ofNode(node, source))
  })
  return found
}

export const apply = (source: string, { start, end, to }: Mutation): string =>
  source.slice(0, start) + to + source.slice(end)

/** Whether a text is TypeScript at all. */
export const isReadable = (source: string): boolean => parseSync('source.ts', source).errors.length === 0

function walk(node: Node, visit: (node: Node, isType: boolean) => void, within = false): void {
  if (/^TS(?!As|NonNull|Satisfies)|^Import|^Export(All|Specifier)/.test(node.type)) return
  const isType = within || isConst(node)
  visit(node, isType)
  for (const [key, child] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'returnType' || key === 'typeArguments') continue
    // A loop that no longer steps runs forever: whatever calls it notices.
    if (node.type === 'ForStatement' && key === 'update') continue
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) walk(one, visit, isType)
  }
}

const isConst = ({ type, typeAnnotation }: Node) =>
  type === 'TSAsExpression' && typeAnnotation?.typeName?.name === 'const'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function ofNode(node: Node, source: string): Mutation[] {
  const { start, end } = node
  const text = source.slice(start, end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
    case 'UpdateExpression':
      return ofOperator(node, source)
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? [{ start, end: start + 1, to: '' }] : []
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return negated(node.test, source)
    case 'Literal':
      return ofLiteral(node, text)
    case 'TemplateLiteral':
      return (node.quasis ?? []).flatMap((quasi) =>
        quasi.value.raw === '' ? [] : [withoutQuasi(quasi, source)],
      )
    case 'CallExpression':
      return ofCall(node, source)
    case 'ExpressionStatement':
      return node.expression?.type === 'Literal' ? [] : [{ start, end, to: ';' }]
    case 'ContinueStatement':
    case 'BreakStatement':
    case 'ThrowStatement':
      return [{ start, end, to: ';' }]
    case 'ReturnStatement':
      return node.argument ? [] : [{ start, end, to: ';' }]
    default:
      return []
  }
}

/** The operator between two operands, or before or behind one. */
function ofOperator({ operator = '', left, right, argument, start, end }: Node, source: string): Mutation[] {
  const from = left ? left.end : start
  const to = right ? right.start : end
  const at = from + source.slice(from, to).indexOf(operator)
  if (argument && at < start) return []
  return (operators[operator] ?? []).map((other) => ({ start: at, end: at + operator.length, to: other }))
}

const negated = (test: Node | null | undefined, source: string): Mutation[] =>
  test ? [{ start: test.start, end: test.end, to: `!(${source.slice(test.start, test.end)})` }] : []

function withoutQuasi(quasi: Node & { value: { raw: string } }, source: string): Mutation {
  const start = source.indexOf(quasi.value.raw, quasi.start)
  return { start, end: start + quasi.value.raw.length, to: '' }
}

function ofLiteral({ start, end, value, regex }: Node, text: string): Mutation[] {
  if (regex) return ofRegex(start, text)
  if (typeof value === 'boolean') return [{ start, end, to: String(!value) }]
  if (typeof value === 'number') return [{ start, end, to: value === 1 ? '0' : String(value + 1) }]
  if (typeof value === 'string') return [{ start, end, to: value === '' ? "'x'" : "''" }]
  return []
}

/** A pattern without one of its anchors, or its flag for upper and lower case. */
function ofRegex(start: number, text: string): Mutation[] {
  const drop = (at: number) => ({ start: start + at, end: start + at + 1, to: '' })
  const last = text.lastIndexOf('/')
  return [
    ...(text[1] === '^' ? [drop(1)] : []),
    ...(text[last - 1] === '$' && last > 2 ? [drop(last - 1)] : []),
    ...(text.indexOf('i', last) > 0 ? [drop(text.indexOf('i', last))] : []),
  ]
}

function ofCall({ callee, end, arguments: given }: Node, source: string): Mutation[] {
  const { property } = callee ?? {}
  if (!callee || !property || property.type !== 'Identifier' || callee.type !== 'MemberExpression') return []
  const name = source.slice(property.start, property.end)
  const other = methods[name]
  // With a pattern for all both do the same.
  if (name === 'replaceAll' && given?.[0]?.regex) return []
  if (other) return [{ start: property.start, end: property.end, to: other }]
  const dot = source.lastIndexOf('.', property.start)
  const isOptional = source[dot - 1] === '?'
  return dropped.has(name) ? [{ start: isOptional ? dot - 1 : dot, end, to: '' }] : []
}
