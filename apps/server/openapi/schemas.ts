import * as z from 'zod'
import { conditionOf, groupOperators, listQuery } from '#kit/contract/list.contract.ts'

export type Schema = Record<string, unknown>

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that hold values, not schemas: what stands there is left as it is. */
export const valueKeywords = new Set(['enum', 'const', 'default', 'required'])

/** The schemas right below a schema, each with the keyword or property that holds it. */
export function children(schema: Schema): [key: string, child: Schema][] {
  return Object.entries(schema).flatMap(([key, part]): [string, Schema][] => {
    if (valueKeywords.has(key)) return []
    if (key === 'properties') return Object.entries(part as Record<string, Schema>)
    return (Array.isArray(part) ? part : [part]).filter(isSchema).map((child) => [key, child])
  })
}

const filter = { $ref: '#/components/schemas/Filter' }

/** A shape as JSON Schema, with nothing left out and no references. */
export function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  })
  tidyAll(schema, io)
  return schema
}

function tidyAll(schema: Schema, io: 'input' | 'output'): void {
  for (const [, child] of children(schema)) tidyAll(child, io)
  tidy(schema, io)
}

const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'default']

const anyText = JSON.stringify({ type: 'string' })

/** Takes out what says nothing to a caller; an answer may gain a field without breaking a client. */
function tidy(schema: Schema, io: 'input' | 'output'): void {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  // The format says it, and a generator of clients or of tests knows formats better than patterns.
  if (['uuid', 'date', 'date-time'].includes(schema['format'] as string)) delete schema['pattern']
  if (io === 'output') {
    if (schema['format'] === 'uuid') delete schema['format']
    if (schema['additionalProperties'] === false) delete schema['additionalProperties']
    // What bounds a call says nothing of an answer that was let in under an older rule.
    for (const bound of bounds) delete schema[bound]
  }
  // The key of an object is always a text.
  if (JSON.stringify(schema['propertyNames']) === anyText) delete schema['propertyNames']
  const filters = (schema['properties'] as ListSchema['properties'] | undefined)?.filters
  if (filters?.items?.anyOf?.[0]?.properties?.['operator']) Object.assign(filters, { items: filter })
  const all = (schema['anyOf'] as Schema[] | undefined)?.flatMap((one) =>
    Object.keys(one).join() === 'anyOf' ? (one['anyOf'] as Schema[]) : [one],
  )
  if (!all) return
  // Any text holds each text that is named beside it.
  const isOpen = all.some((one) => JSON.stringify(one) === anyText)
  const choices = all.filter((one) => !isOpen || typeof one['const'] !== 'string')
  if (choices.length === 1) {
    delete schema['anyOf']
    Object.assign(schema, choices[0])
    return
  }
  const values = choices.map(valuesOf)
  if (values.every((some) => some !== undefined)) {
    delete schema['anyOf']
    schema['enum'] = values.flat()
    return
  }
  schema['anyOf'] = choices
  const [only, nothing, ...others] = choices
  // `null` or one kind of text or number: a list of types says it.
  if (!only || nothing?.['type'] !== 'null' || others.length > 0) return
  if (!['string', 'number', 'integer', 'boolean'].includes(only['type'] as string)) return
  if ('enum' in only || 'const' in only) return
  delete schema['anyOf']
  Object.assign(schema, only, { type: [only['type'], 'null'] })
}

/** The values that a schema names one by one, if it does. */
const valuesOf = (schema: Schema): unknown[] | undefined =>
  'const' in schema
    ? [schema['const']]
    : schema['type'] === 'null'
      ? [null]
      : (schema['enum'] as unknown[] | undefined)

interface ListSchema {
  properties: {
    filters: { items: { anyOf: [Schema & { properties: Schema }] } }
    sort: Schema
  }
}

/** What every list takes; an operation says beside it by which columns. The contract takes filters three levels deep. */
export const listSchemas: Record<string, Schema> = {
  Filter: {
    anyOf: [
      { $ref: '#/components/schemas/Condition' },
      {
        type: 'object',
        properties: {
          operator: { type: 'string', enum: groupOperators },
          filters: { type: 'array', items: filter, minItems: 1, maxItems: 20 },
        },
        required: ['operator', 'filters'],
        additionalProperties: false,
      },
    ],
  },
  Condition: schemaOf(conditionOf(z.string()), 'input'),
  ListQuery: schemaOf(
    listQuery({ id: 'Guid' }).extend({
      sort: z
        .array(z.string().regex(/^\w+-(asc|desc)$/))
        .max(3)
        .default([]),
    }),
    'input',
  ),
}
