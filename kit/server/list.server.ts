import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Condition, Filter, FilterValue, ListInput, Page } from '#kit/contract/list.contract.ts'
import type { Db } from './database.server.ts'

/** Rows up to this many are counted one by one; beyond it the planner's estimate is given and marked as one. */
export const exactUpTo = 10_000

/** How the columns of a list lie in its query: the name in the contract, then the SQL reference. */
export type ColumnMap = Record<string, string>

interface ListOptions {
  columns: ColumnMap
  /** `column-direction` pairs for a call that names no order. */
  order: readonly string[]
  /** Unique reference that settles ties, so that pages never overlap. */
  tie: string
}

type AnyQuery<O> = SelectQueryBuilder<never, never, O>

/**
 * One page of a query, filtered, sorted and counted as a list call asks. `query` holds the joins, the selected columns and
 * the workspace scope; the list query of the contract has already refused columns that are not named there.
 */
export async function listPage<O>(
  db: Db,
  query: SelectQueryBuilder<never, never, O> | { execute(): Promise<O[]> },
  input: ListInput,
  options: ListOptions,
): Promise<Page<O>> {
  const base = query as AnyQuery<O>
  const filtered = input.filters.reduce(
    (q, filter) => q.where((eb) => expressionOf(filter, options.columns, eb)),
    base,
  )
  const order = (input.sort.length ? input.sort : options.order).map(splitSort)
  const direction = order[0]?.direction ?? 'asc'
  let page = filtered
  for (const { column, direction: way } of order)
    page = page.orderBy(sql.ref(options.columns[column] ?? column), way)
  page = page.orderBy(sql.ref(options.tie), direction)
  const items = await page
    .limit(input.pageSize)
    .offset((input.pageNum - 1) * input.pageSize)
    .execute()
  const total = await totalOf(db, filtered, input, items.length)
  return {
    items,
    pagination: {
      totalItems: total.items,
      totalPages: Math.max(1, Math.ceil(total.items / input.pageSize)),
      pageSize: input.pageSize,
      pageNum: input.pageNum,
      ...(total.isEstimate ? { isEstimate: true } : {}),
    },
  }
}

const splitSort = (sort: string) => {
  const at = sort.lastIndexOf('-')
  return { column: sort.slice(0, at), direction: sort.slice(at + 1) === 'desc' ? 'desc' : 'asc' } as const
}

interface Explained {
  Plan: { 'Plan Rows': number }
}

async function totalOf<O>(db: Db, query: AnyQuery<O>, input: ListInput, got: number) {
  const before = (input.pageNum - 1) * input.pageSize
  if (got > 0 && got < input.pageSize) return { items: before + got, isEstimate: false }
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as('one'))
  const rows = await sql<{
    n: string
  }>`select count(*) as n from (${counted.limit(exactUpTo + 1)}) c`.execute(db)
  const items = Number(rows.rows[0]?.n ?? 0)
  if (items <= exactUpTo) return { items, isEstimate: false }
  const plan = await sql<Record<string, [Explained]>>`explain (format json) ${counted}`.execute(db)
  const [explained] = Object.values(plan.rows[0] ?? {})
  const estimate = explained?.[0].Plan['Plan Rows'] ?? items
  return { items: Math.max(Math.round(estimate), items), isEstimate: true }
}

type Builder = ExpressionBuilder<never, never>

function expressionOf(filter: Filter, columns: ColumnMap, eb: Builder): Expression<SqlBool> {
  if ('filters' in filter) {
    const parts = filter.filters.map((part) => expressionOf(part, columns, eb))
    switch (filter.operator) {
      case 'And':
        return eb.and(parts)
      case 'Or':
        return eb.or(parts)
      case 'Not':
        return sql<SqlBool>`not coalesce(${eb.or(parts)}, false)`
      case 'Xor':
        return sql<SqlBool>`(${sql.join(
          parts.map((part) => sql`coalesce((${part})::int, 0)`),
          sql` + `,
        )}) = 1`
    }
  }
  return conditionOf(filter, sql.ref(columns[filter.key] ?? filter.key))
}

const compared = {
  'Greater Than': '>',
  'Greater Than Or Equal': '>=',
  'Less Than': '<',
  'Less Than Or Equal': '<=',
} as const

function conditionOf(filter: Condition, column: Expression<unknown>): Expression<SqlBool> {
  const { operator, value, secondValue } = filter
  if (operator === 'Between') {
    const ends = [
      value === null || value === undefined ? undefined : sql<SqlBool>`${column} >= ${value}`,
      secondValue === null || secondValue === undefined
        ? undefined
        : sql<SqlBool>`${column} <= ${secondValue}`,
    ].filter((end) => end !== undefined)
    return ends.length ? sql<SqlBool>`(${sql.join(ends, sql` and `)})` : sql<SqlBool>`true`
  }
  if (value === null || value === undefined)
    return operator === 'NotEquals' ? sql<SqlBool>`${column} is not null` : sql<SqlBool>`${column} is null`
  if (operator === 'Contains') return sql<SqlBool>`${column} ilike ${`%${escapeLike(String(value))}%`}`
  if (operator === 'Equals') return equals(column, value)
  // A row without a value is not equal to one.
  if (operator === 'NotEquals') return sql<SqlBool>`(${equals(column, value)}) is not true`
  return sql<SqlBool>`${column} ${sql.raw(compared[operator])} ${value}`
}

const equals = (column: Expression<unknown>, value: FilterValue) =>
  Array.isArray(value)
    ? value.length
      ? sql<SqlBool>`${column} in (${sql.join(value)})`
      : sql<SqlBool>`false`
    : sql<SqlBool>`${column} = ${value}`

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
