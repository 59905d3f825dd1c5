import * as z from 'zod'

type Stored<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodType<z.output<S[K]>, z.output<S[K]>> }

/**
 * The fields of a draft as an answer holds them: of the same kind, without the draft's checks and defaults. What was let in
 * under an older rule, or with a word that is no longer used, can still be read.
 */
export const storedShape = <S extends z.ZodRawShape>(draft: z.ZodObject<S>): Stored<S> =>
  Object.fromEntries(Object.entries(draft.shape).map(([key, field]) => [key, plain(field)])) as Stored<S>

function plain(field: z.core.$ZodType): z.ZodType {
  const { def } = field as unknown as { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'string':
      return z.string()
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'enum':
      return oneOf(Object.values(def.entries))
    case 'literal':
      return oneOf(def.values)
    case 'union':
      return z.union(def.options.map(plain))
    case 'nullable':
      return z.nullable(plain(def.innerType))
    case 'optional':
      return z.optional(plain(def.innerType))
    case 'default':
    case 'prefault':
    case 'readonly':
      return plain(def.innerType)
    case 'array':
      return z.array(plain(def.element))
    case 'record':
      return z.record(z.string(), plain(def.valueType))
    case 'object':
      return z.object(storedShape(field as z.ZodObject))
    default:
      throw new Error(`A draft's ${def.type} has no plain form: say it here, or write the answer's field out`)
  }
}

/** Whatever is of the same kind as the words of a list. */
const oneOf = (values: readonly unknown[]) =>
  z.union([...new Set(values.map((value) => typeof value))].map((kind) => kinds[kind as keyof typeof kinds]))

const kinds = { string: z.string(), number: z.number(), boolean: z.boolean() }
