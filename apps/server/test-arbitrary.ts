import fc from 'fast-check'
import * as z from 'zod'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Texts that break things: quotes, markup, formulas, odd Unicode, a NUL, and far too much. */
const hostileTexts = [
  `'; drop table access.user; --`,
  `" or 1=1 --`,
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '=cmd|calc!A1',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '‮abc',
  '${jndi:ldap://x}',
  '../../../../etc/passwd',
  '%00',
  '\\',
  '%',
  '😀'.repeat(200),
  'x'.repeat(5000),
  'null',
  'NaN',
  '1e400',
  '-0',
  '00000000-0000-0000-0000-000000000000',
]

/** Bodies that a shape accepts, but for refinements that its JSON Schema does not show. */
export const validInput = (shape: z.ZodType): fc.Arbitrary<unknown> =>
  fromSchema(
    z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema,
    fc.string({ maxLength: 30 }),
  )

/** Bodies of the right outline with hostile leaves, and some of quite another shape. */
export const hostileInput = (shape: z.ZodType): fc.Arbitrary<unknown> => {
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema
  const leaf = fc.oneof(fc.constantFrom(...hostileTexts), fc.string())
  return fc.oneof(
    { weight: 4, arbitrary: fromSchema(schema, leaf) },
    { weight: 2, arbitrary: spoiled(fromSchema(schema, leaf)) },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.constantFrom('id', 'filters', '__proto__', 'x'), fc.jsonValue()),
    },
  )
}

/** One key replaced by something of any type, or added. */
const spoiled = (body: fc.Arbitrary<unknown>) =>
  fc.tuple(body, fc.nat(), fc.jsonValue(), fc.boolean()).map(([value, at, other, add]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const keys = Object.keys(value)
    const key = add || keys.length === 0 ? 'unasked' : (keys[at % keys.length] ?? 'unasked')
    return { ...value, [key]: other }
  })

function fromSchema(schema: Schema, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, text)))
  if (schema.allOf) return fromSchema(Object.assign({}, ...schema.allOf) as Schema, text)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectOf(schema, text)
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, text), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1e6, -1e6),
        max: Math.min(schema.maximum ?? 1e6, 1e6),
      })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textOf(schema, text)
    default:
      return fc.jsonValue()
  }
}

function objectOf(schema: Schema, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0 && typeof schema.additionalProperties === 'object')
    return fc.dictionary(fc.string({ maxLength: 10 }), fromSchema(schema.additionalProperties, text), {
      maxKeys: 4,
    })
  return fc.record(Object.fromEntries(properties.map(([key, value]) => [key, fromSchema(value, text)])), {
    requiredKeys: schema.required ?? [],
  })
}

function textOf(schema: Schema, text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid({ version: [4, 7] })
  if (schema.format === 'email') return fc.emailAddress()
  if (schema.format === 'uri') return fc.webUrl()
  if (schema.format === 'date') return day.map((date) => date.toISOString().slice(0, 10))
  if (schema.format === 'date-time') return day.map((date) => date.toISOString())
  if (!schema.pattern) return text.map((value) => value.slice(0, schema.maxLength ?? 10_000))
  return fc.oneof(
    { weight: 3, arbitrary: fc.stringMatching(new RegExp(schema.pattern, 'u')) },
    { weight: 1, arbitrary: text },
  )
}

const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
