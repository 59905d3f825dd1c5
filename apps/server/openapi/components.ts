import type * as z from 'zod'
import { line, lines } from '#kit/contract/shapes.contract.ts'
import { capital, singular } from './names.ts'
import { children, isSchema, listSchemas, type Schema, schemaOf, valueKeywords } from './schemas.ts'

interface Use {
  schema: Schema
  /** What is filled when every schema is known. */
  place: Schema
  name: string
}

/**
 * Collects schemas and gives what occurs in several places one name. Same content is the same schema, wherever it was written:
 * a name comes from the contract's export, from `use`, or from the first place that holds it.
 */
export function createSchemas(shapes: ReadonlyMap<string, z.ZodType>) {
  const uses: Use[] = []
  const wishes: [schema: Schema, name: string][] = []
  return {
    /** Leaves a reference to the schema, by this name where nobody gave it another. */
    use(schema: Schema, name: string): Schema {
      const place: Schema = {}
      uses.push({ schema, place, name })
      return place
    },
    /** Names a part of a schema that is in use, where nobody gave it another name. */
    call(schema: Schema, name: string): void {
      wishes.push([schema, name])
    },
    /** The named schemas; fills every place that was given out. */
    finish(): Record<string, Schema> {
      const counts = new Map<string, number>()
      for (const { schema } of uses) count(schema, counts)
      const names = createNames(counts)
      const exported = [...shapes].flatMap(([name, shape]) =>
        (['output', 'input'] as const).map((io): Use => ({ schema: schemaOf(shape, io), place: {}, name })),
      )
      for (const { schema, name } of exported) names.give(schema, name, `${name}Input`)
      for (const [schema, name] of wishes) names.give(schema, name)
      for (const { schema, name } of uses)
        if (schema['type'] === 'object' && names.isShared(schema)) names.give(schema, name)
      for (const { schema, name } of [...exported, ...uses]) nameShared(schema, name, names)
      return placeAll(uses, names)
    },
  }
}

type Names = ReturnType<typeof createNames>

function createNames(counts: ReadonlyMap<string, number>) {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  return {
    of: (schema: Schema) => names.get(JSON.stringify(schema)),
    isShared: (schema: Schema) => (counts.get(JSON.stringify(schema)) ?? 0) > 1,
    /** Names the content, if it is in use, long enough to be worth it, and has no name. */
    give(schema: Schema, ...wanted: string[]): void {
      const content = JSON.stringify(schema)
      if (names.has(content) || !counts.has(content) || content.length < worthName) return
      const last = wanted.at(-1) ?? ''
      let free = wanted.find((one) => !taken.has(one)) ?? last
      for (let number = 2; taken.has(free); number++) free = `${last}${number}`
      taken.add(free)
      names.set(content, free)
    },
  }
}

/** A reference costs some forty letters: shorter content is said where it is. */
const worthName = 60

function placeAll(uses: readonly Use[], names: Names): Record<string, Schema> {
  const components: Record<string, Schema> = {}
  const placed = (part: unknown): unknown => {
    if (!isSchema(part)) return Array.isArray(part) ? part.map(placed) : part
    const name = names.of(part)
    if (name === undefined) return mapped(part, placed)
    if (!(name in components)) {
      components[name] = {}
      components[name] = mapped(part, placed)
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  for (const use of uses) Object.assign(use.place, placed(use.schema))
  const bases = basesOf(components)
  for (const [name, schema] of Object.entries(components)) extend(name, schema, bases)
  for (const use of uses) extend(use.name, use.place, bases)
  const all = { ...components, ...listSchemas }
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const mapped = (schema: Schema, placed: (part: unknown) => unknown): Schema =>
  Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      valueKeywords.has(key)
        ? part
        : key === 'properties'
          ? Object.fromEntries(Object.entries(part as Schema).map(([one, of]) => [one, placed(of)]))
          : placed(part),
    ]),
  )

function count(schema: Schema, counts: Map<string, number>): void {
  const content = JSON.stringify(schema)
  counts.set(content, (counts.get(content) ?? 0) + 1)
  for (const [, child] of children(schema)) count(child, counts)
}

const sameName = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'])

/** Names what has no name yet and occurs more than once, by the place that it is first found at. */
function nameShared(schema: Schema, wanted: string, names: Names): void {
  const owner = names.of(schema) ?? wanted
  for (const [key, child] of children(schema)) {
    const called = textName(child) ?? (sameName.has(key) ? singular(owner) : owner + capital(key))
    const isKind = child['type'] === 'object' || 'enum' in child || 'pattern' in child
    if (isKind && names.isShared(child)) names.give(child, called)
    nameShared(child, called, names)
  }
}

const textPatterns: readonly [unknown, string][] = [
  [schemaOf(line(1), 'input')['pattern'], 'Line'],
  [schemaOf(lines(1), 'input')['pattern'], 'Text'],
]

/** Texts are everywhere, and named by their length. */
function textName({ pattern, maxLength, minLength, default: preset }: Schema): string | undefined {
  const kind = textPatterns.find(([one]) => one === pattern)?.[1]
  if (!kind || maxLength === undefined) return undefined
  return `${minLength === undefined ? '' : 'Required'}${preset === undefined ? '' : 'Optional'}${kind}${maxLength as number}`
}

interface Base {
  name: string
  properties: [name: string, content: string][]
  required: string[]
  size: number
}

interface ObjectSchema extends Schema {
  properties: Schema
  required?: string[]
}

/** An open object: what an answer holds, and not what a call may hold and nothing beside. */
const isOpen = (schema: Schema): schema is ObjectSchema =>
  schema['type'] === 'object' && 'properties' in schema && !('additionalProperties' in schema)

/** Objects that others may be said to extend, the largest first. */
const basesOf = (components: Record<string, Schema>): Base[] =>
  Object.entries(components)
    .flatMap(([name, schema]): Base[] => {
      if (!isOpen(schema)) return []
      const properties = Object.entries(schema.properties).map(([key, part]): [string, string] => [
        key,
        JSON.stringify(part),
      ])
      return [{ name, properties, required: schema.required ?? [], size: JSON.stringify(schema).length }]
    })
    .filter(({ properties }) => properties.length > 3)
    .toSorted((one, other) => other.size - one.size)

const wordsOf = (name: string) =>
  (name.match(/[A-Z][a-z]+/g) ?? []).filter((word) => !['Get', 'List', 'Answer', 'Row'].includes(word))

/** What is alike by chance is not said to extend the other. */
const areKin = (one: string, other: string) => wordsOf(one).some((word) => wordsOf(other).includes(word))

/** Says an object that has all of another one, and more, as that one and the rest. */
function extend(name: string, schema: Schema, bases: readonly Base[]): void {
  if (!isOpen(schema)) return
  const { properties, required = [] } = schema
  const own = new Map(Object.entries(properties).map(([key, part]) => [key, JSON.stringify(part)]))
  const base = bases.find(
    (one) =>
      areKin(one.name, name) &&
      one.properties.length < own.size &&
      one.properties.every(([key, content]) => own.get(key) === content) &&
      one.required.every((key) => required.includes(key)),
  )
  if (!base) return
  const isNew = (key: string) => !base.properties.some(([known]) => known === key)
  const rest = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => isNew(key))),
    required: required.filter((key) => isNew(key) || !base.required.includes(key)),
  }
  delete (schema as Schema)['type']
  delete (schema as Schema)['properties']
  delete schema.required
  schema['allOf'] = [{ $ref: `#/components/schemas/${base.name}` }, rest]
}
