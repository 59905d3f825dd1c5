import * as z from 'zod'
import type { Calendar } from '#kit/domain/periods.domain.ts'
import { cleanLine } from '#kit/domain/text.domain.ts'
import { DateOnly, Instant } from './shapes.contract.ts'

/** Value types of a filter, as the specification names them. */
export const valueTypes = ['String', 'Number', 'Date', 'select', 'Boolean', 'Guid'] as const
export type ValueType = (typeof valueTypes)[number]

/** Operators of a condition. */
export const operators = [
  'Contains',
  'Equals',
  'NotEquals',
  'Greater Than',
  'Greater Than Or Equal',
  'Less Than',
  'Less Than Or Equal',
  'Between',
] as const
export type Operator = (typeof operators)[number]

/** Operators of a filter that holds filters. */
export const groupOperators = ['And', 'Or', 'Xor', 'Not'] as const
export type GroupOperator = (typeof groupOperators)[number]

export interface Condition<Key extends string = string> {
  key: Key
  operator: Operator
  value?: FilterValue | null | undefined
  /** The upper end of Between. */
  secondValue?: FilterValue | null | undefined
  type?: ValueType | undefined
  label?: string | undefined
}
export interface FilterGroup<Key extends string = string> {
  operator: GroupOperator
  filters: Filter<Key>[]
}
export type Filter<Key extends string = string> = Condition<Key> | FilterGroup<Key>
export type FilterValue = string | number | boolean | (string | number)[]

/** The columns of a list that can be filtered and sorted, each with the type of its values. */
export type Columns = Record<string, ValueType>
export type ColumnOf<C extends Columns> = keyof C & string

export const pageSizes = [20, 50, 100, 1000] as const
export const defaultPageSize = 20
const mostConditions = 100

const Plain = z.union([z.string().overwrite(cleanLine).max(500), z.number(), z.boolean()])
const Value = z.union([
  Plain,
  z.array(z.union([z.string().overwrite(cleanLine).max(200), z.number()])).max(200),
])

const valueShapes: Record<ValueType, z.ZodType> = {
  String: z.string(),
  Number: z.union([z.number(), z.string().regex(/^-?\d{1,20}(\.\d{1,8})?$/)]),
  Date: z.union([DateOnly, Instant]),
  select: z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
  Boolean: z.boolean(),
  Guid: z.union([z.uuid(), z.array(z.uuid())]),
}
const textOnly: readonly Operator[] = ['Contains']

/** One condition of a list's filters, on a column that `key` takes. */
export const conditionOf = <K extends z.ZodType<string>>(key: K) =>
  z.strictObject({
    key,
    operator: z.enum(operators),
    value: Value.nullish(),
    secondValue: Value.nullish(),
    type: z.enum(valueTypes).optional(),
    label: z.string().max(200).optional(),
  })

/**
 * The body of a list call: `{ filters, sort, pageNum, pageSize }`. Only `columns` can be filtered or sorted; filters may
 * hold filters three levels deep, 100 conditions in all. `sort` is a list of `column-direction`.
 */
export function listQuery<C extends Columns>(columns: C) {
  const keys = Object.keys(columns) as [ColumnOf<C>, ...ColumnOf<C>[]]
  const sorts = keys.flatMap((key) => [`${key}-asc`, `${key}-desc`] as const)
  const condition = conditionOf(z.enum(keys))
    // The column knows its type, whatever the caller says.
    .transform((filter) => ({ ...filter, type: (columns[filter.key] ?? 'String') as ValueType }))
    .superRefine((filter, context) => {
      for (const part of ['value', 'secondValue'] as const) {
        const value = filter[part]
        if (value === undefined || value === null) continue
        if (!valueShapes[filter.type].safeParse(value).success)
          context.addIssue({ code: 'custom', path: [part], message: `Expected ${filter.type}` })
      }
      if (textOnly.includes(filter.operator) && filter.type !== 'String')
        context.addIssue({ code: 'custom', path: ['operator'], message: 'Contains is for text' })
    })
  const group = <F extends z.ZodType>(member: F) =>
    z.strictObject({ operator: z.enum(groupOperators), filters: z.array(member).min(1).max(20) })
  const second = z.union([condition, group(condition)])
  const filter = z.union([condition, group(z.union([condition, group(second)]))])
  return z.strictObject({
    filters: z
      .array(filter)
      .max(50)
      .refine((filters) => conditionsIn({ operator: 'And', filters }) <= mostConditions)
      .default([]),
    sort: z.array(z.enum(sorts)).max(3).default([]),
    pageNum: z.int().min(1).max(1_000_000).default(1),
    pageSize: z.int().min(1).max(1000).default(defaultPageSize),
  })
}

const conditionsIn = (filter: Filter): number =>
  'filters' in filter ? filter.filters.reduce((sum, each) => sum + conditionsIn(each), 0) : 1

export const Pagination = z.strictObject({
  totalItems: z.int(),
  totalPages: z.int(),
  pageSize: z.int(),
  pageNum: z.int(),
  /** The total is an estimate: there are more rows than are counted one by one. */
  isEstimate: z.boolean().optional(),
})
export type Pagination = z.output<typeof Pagination>

/** One page of rows, as every list call answers it. */
export const pageOf = <R extends z.ZodType>(row: R) =>
  z.strictObject({ items: z.array(row), pagination: Pagination })
export type Page<R> = { items: R[]; pagination: Pagination }

/** What a list call takes, as a type that does not depend on one list. */
export interface ListInput {
  filters: Filter[]
  sort: string[]
  pageNum: number
  pageSize: number
  /** Says where the days of date filters begin and end; UTC without it. */
  calendar?: () => Promise<Calendar>
}
