import { capital } from './names.ts'

interface Shareable {
  operationId: string
  responses: Record<string, object>
  requestBody?: object
  parameters?: object[]
  'x-columns'?: object
  'x-refusals'?: object
}

const extensions = ['x-columns', 'x-refusals'] as const

/**
 * Moves answers, bodies, parameters, and columns and refusals, that several operations have to the components, and leaves references.
 */
export function shareParts(operations: readonly Shareable[]) {
  const [responses, requestBodies, parameters] = [
    createShelf('responses'),
    createShelf('requestBodies'),
    createShelf('parameters'),
  ]
  const each = (visit: (shelf: ReturnType<typeof createShelf>, part: object) => object) => {
    for (const operation of operations) {
      const done = operation.responses['200']
      if (done) operation.responses['200'] = visit(responses, done)
      if (operation.requestBody) operation.requestBody = visit(requestBodies, operation.requestBody)
      operation.parameters?.forEach((one, at, all) => (all[at] = visit(parameters, one)))
    }
  }
  each((shelf, part) => shelf.count(part))
  each((shelf, part) => shelf.put(part))
  return {
    responses: responses.parts,
    requestBodies: requestBodies.parts,
    parameters: parameters.parts,
    ...Object.fromEntries(extensions.map((key) => [key, shareExtension(operations, key)])),
  }
}

/** Has no schema that would name it: it is called by the first operation that has it. */
function shareExtension(operations: readonly Shareable[], key: (typeof extensions)[number]) {
  const shared: Record<string, object> = {}
  const alike = Map.groupBy(operations, (one) => JSON.stringify(one[key]))
  for (const [content, [first, ...others]] of alike) {
    const part = first?.[key]
    if (!part || others.length === 0) continue
    const $ref = `#/components/${key}/${first.operationId}`
    if (content.length < 2 * $ref.length) continue
    shared[first.operationId] = part
    for (const one of [first, ...others]) one[key] = { $ref }
  }
  return shared
}

function createShelf(kind: string) {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  const parts: Record<string, object> = {}
  return {
    parts,
    count(part: object): object {
      const content = JSON.stringify(part)
      counts.set(content, (counts.get(content) ?? 0) + 1)
      return part
    },
    /** The part itself, or a reference where others have the same. */
    put(part: object): object {
      const content = JSON.stringify(part)
      const wanted = nameOf(part, content)
      if (wanted === undefined || (counts.get(content) ?? 0) < 2) return part
      let name = names.get(content) ?? wanted
      for (let number = 2; !names.has(content) && name in parts; number++) name = `${wanted}${number}`
      names.set(content, name)
      parts[name] = part
      return { $ref: `#/components/${kind}/${name}` }
    },
  }
}

/** A part is called by its one schema, or by the parameter's name. */
function nameOf(part: object, content: string): string | undefined {
  if ('$ref' in part) return undefined
  if ('name' in part) return capital(String(part.name))
  if (content.includes('"*/*"')) return 'File'
  return /"schema":{"\$ref":"#\/components\/schemas\/(\w+)"}/.exec(content)?.[1]
}
