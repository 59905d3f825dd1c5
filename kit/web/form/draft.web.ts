import type * as z from 'zod'
import type { Texts } from '../texts.web.ts'

/** The values of a form by field name; a text field that is empty holds ''. */
export type Values = Record<string, unknown>

const shapes = (draft: z.ZodObject) => Object.entries(draft.shape) as [string, z.ZodType][]
const accepts = (shape: z.ZodType, value: unknown) => shape.safeParse(value).success

/** Whether a person must fill the field: neither nothing nor an empty text will do. */
export function isRequired(draft: z.ZodObject, name: string) {
  const shape = draft.shape[name] as z.ZodType | undefined
  return shape !== undefined && !accepts(shape, undefined) && !accepts(shape, '') && !accepts(shape, null)
}

/** The shape without what wraps it: optional, nullable, a default. */
function inner(shape: z.ZodType): z.ZodType {
  const wraps = ['optional', 'nullable', 'default', 'prefault', 'readonly'].includes(shape.type)
  return wraps ? inner((shape as z.ZodOptional<z.ZodType>).unwrap()) : shape
}

/** What a field holds before anybody fills it: its default, or what is empty in its type. */
function blank(shape: z.ZodType): unknown {
  const byDefault = shape.safeParse(undefined).data
  if (byDefault !== undefined && byDefault !== null) return byDefault
  const { type } = inner(shape)
  return type === 'array' ? [] : type === 'boolean' ? false : ''
}

/** The values a form begins with: those given, by name, else what an empty form holds. */
export const startValues = (draft: z.ZodObject, given: Values): Values =>
  Object.fromEntries(shapes(draft).map(([name, shape]) => [name, given[name] ?? blank(shape)]))

/** The values as the draft wants them: an empty text is '' where that will do, else null, else left out. */
function fitted(draft: z.ZodObject, values: Values): Values {
  const known = shapes(draft).map(([name, shape]): [string, unknown] => {
    const value = values[name]
    if (value !== '' || accepts(shape, '')) return [name, value]
    return [name, accepts(shape, null) ? null : undefined]
  })
  return Object.fromEntries(known.filter(([, value]) => value !== undefined))
}

export type Checked = { values: Values; faults: Record<string, string> }

/** The values ready to send, or the first fault of each field in words. */
export function check(draft: z.ZodType, fields: z.ZodObject, values: Values, texts: Texts): Checked {
  const ready = fitted(fields, values)
  const result = draft.safeParse(ready)
  if (result.success) return { values: result.data as Values, faults: {} }
  const faults: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const field = issue.path.join('.')
    faults[field] ??= faultText(issue, issue.path.reduce<unknown>(valueIn, ready), texts)
  }
  return { values: {}, faults }
}

const valueIn = (value: unknown, key: PropertyKey) =>
  (value as Record<PropertyKey, unknown> | undefined)?.[key]

/** Formats that have words of their own. */
const named = ['email', 'date', 'url']

/** What is wrong with a value, in words that say what would be right. */
function faultText(issue: z.core.$ZodIssue, value: unknown, texts: Texts): string {
  if (value === undefined || value === null || value === '') return texts('faults.required')
  const field = issue.path.filter((part) => typeof part === 'string').join('.')
  switch (issue.code) {
    case 'too_small':
      return texts(`faults.atLeast.${sort(issue.origin)}`, { least: String(issue.minimum) })
    case 'too_big':
      return texts(`faults.atMost.${sort(issue.origin)}`, { most: String(issue.maximum) })
    case 'invalid_format':
      return texts(`formats.${field}`, {
        defaultValue: texts(`faults.${named.includes(issue.format) ? issue.format : 'format'}`),
      })
    case 'custom':
      return texts(`faults.${issue.message}`, { defaultValue: texts('faults.format') })
    default:
      return texts(`formats.${field}`, { defaultValue: texts('faults.format') })
  }
}

const sort = (origin: string) =>
  origin === 'string' ? 'text' : origin === 'array' || origin === 'set' ? 'list' : 'number'

/** The longest text a field takes, where its shape says so. */
export function longest(draft: z.ZodObject, name: string): number | undefined {
  const shape = draft.shape[name] as z.ZodType | undefined
  return (shape && (inner(shape) as z.ZodString).maxLength) ?? undefined
}
