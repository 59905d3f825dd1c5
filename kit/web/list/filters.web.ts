import {
  type Columns,
  type Condition,
  type Filter,
  type FilterValue,
  type GroupOperator,
  type Operator,
  pageSizes,
  type ValueType,
} from '#kit/contract/list.contract.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import type { ChoiceText } from '../choices.web.ts'
import type { Texts } from '../texts.web.ts'

/** The operators that make sense for each type of value; the first is the usual one. */
export const operatorsOf: Record<ValueType, readonly Operator[]> = {
  String: ['Contains', 'Equals', 'NotEquals'],
  Number: [
    'Equals',
    'NotEquals',
    'Greater Than',
    'Greater Than Or Equal',
    'Less Than',
    'Less Than Or Equal',
    'Between',
  ],
  Date: ['Between', 'Equals', 'Greater Than', 'Greater Than Or Equal', 'Less Than', 'Less Than Or Equal'],
  select: ['Equals', 'NotEquals'],
  Boolean: ['Equals'],
  Guid: ['Equals', 'NotEquals'],
}

const each = (value: unknown, fits: (one: unknown) => boolean) =>
  Array.isArray(value) ? value.every(fits) : fits(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isKey = (value: unknown) => isText(value) || typeof value === 'number'
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What the server takes as a value of each type. */
const fitting: Record<ValueType, (value: unknown) => boolean> = {
  String: isText,
  Number: (value) => isKey(value) && /^-?\d{1,20}(\.\d{1,8})?$/.test(String(value)),
  Date: (value) => isText(value) && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
  select: (value) => each(value, isKey),
  Boolean: (value) => typeof value === 'boolean',
  Guid: (value) => each(value, (one) => isText(one) && uuid.test(one)),
}
const fits = (type: ValueType, value: unknown) => !isPresent(value) || fitting[type](value)

/** What was typed as the server takes it, `1,000` as `1000`; undefined where it cannot be a value of that type. */
export function fitValue(type: ValueType, value: FilterValue | null): FilterValue | null | undefined {
  if (!isPresent(value)) return null
  const ready = type === 'Number' ? readNumber(String(value as string | number), { sign: true }) : value
  return ready !== undefined && fitting[type](ready) ? ready : undefined
}

/** For the columns whose values are chosen from a list. */
export type FilterChoices = Partial<Record<string, readonly ChoiceText[]>>

/** An operator in words: `Greater Than Or Equal` is `filters.operators.greaterThanOrEqual`. */
export const operatorText = (texts: Texts, operator: Operator) => {
  const name = operator.replaceAll(' ', '')
  return texts(`filters.operators.${name.charAt(0).toLowerCase()}${name.slice(1)}`)
}

/** What a list shows, as the address says it. `filter` holds `[key, operator, value, second value]`. */
export interface ListState {
  page: number
  size?: number | undefined
  sort?: string | undefined
  q: string
  match: GroupOperator
  filter: Condition[]
}

/** The state that an address stands for; what makes no sense in it is left out. */
export function readState(search: Record<string, unknown>, columns: Columns): ListState {
  const { page, size, sort, q, match, filter } = search
  const rows: unknown[] = Array.isArray(filter) ? filter : []
  return {
    page: Math.max(1, Math.floor(Number(isKey(page) ? page : 1)) || 1),
    size: pageSizes.find((one) => isKey(size) && one === Number(size)),
    sort: typeof sort === 'string' && sort.replace(/-(asc|desc)$/, '') in columns ? sort : undefined,
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    match: match === 'Or' || match === 'Xor' || match === 'Not' ? match : 'And',
    filter: rows.flatMap((row) => {
      const [key, operator, value, secondValue] = Array.isArray(row) ? (row as unknown[]) : []
      const type = typeof key === 'string' ? columns[key] : undefined
      const known =
        type &&
        operatorsOf[type].includes(operator as Operator) &&
        fits(type, value) &&
        fits(type, secondValue)
      return known ? [{ key, operator, value, secondValue, type } as Condition] : []
    }),
  }
}

/** The state as search parameters; what is as usual is left out, so that addresses stay short. */
export const writeState = (state: ListState) => ({
  page: state.page > 1 ? state.page : undefined,
  size: state.size,
  sort: state.sort,
  q: state.q || undefined,
  match: state.match === 'And' ? undefined : state.match,
  filter:
    state.filter.length > 0
      ? state.filter.map(({ key, operator, value, secondValue }) =>
          isPresent(secondValue)
            ? [key, operator, value ?? null, secondValue]
            : [key, operator, value ?? null],
        )
      : undefined,
})

export const isPresent = (value: unknown): value is FilterValue =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** One chip as conditions: Between is two, each only if its value is present. */
function conditionsOf({ key, operator, value, secondValue, type }: Condition): Condition[] {
  if (operator !== 'Between') return isPresent(value) ? [{ key, operator, value, type }] : []
  return [
    ...(isPresent(value) ? [{ key, operator: 'Greater Than Or Equal', value, type } as const] : []),
    ...(isPresent(secondValue)
      ? [{ key, operator: 'Less Than Or Equal', value: secondValue, type } as const]
      : []),
  ]
}

const together = (operator: GroupOperator, filters: Filter[]): Filter[] =>
  filters.length > 1 ? [{ operator, filters }] : filters

/** The filters to send: the chips joined by `match`, and the searched text in any of the `searched` columns. */
export function filtersOf(state: ListState, searched: readonly string[]): Filter[] {
  const chips = state.filter.map(conditionsOf).filter((conditions) => conditions.length > 0)
  const joined = chips.flatMap((conditions) => together('And', conditions))
  const text = state.q.trim()
  const found = searched.map((key): Condition => ({ key, operator: 'Contains', value: text, type: 'String' }))
  return [...matching(state.match, joined, chips.flat()), ...(text ? together('Or', found) : [])]
}

/** `Not` means none of them. */
function matching(operator: GroupOperator, filters: Filter[], flat: Condition[]): Filter[] {
  if (operator === 'And') return flat
  if (operator === 'Not') return filters.length > 0 ? [{ operator, filters: together('Or', filters) }] : []
  return together(operator, filters)
}
