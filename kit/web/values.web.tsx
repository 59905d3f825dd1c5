import {
  IconAlertTriangle,
  IconArchive,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { type Path, type ValueAt, valueAt } from '#kit/domain/table.domain.ts'
import { calendar } from './calendar.web.ts'
import { dateText, dateTimeText, percent, rateText } from './format.web.ts'
import { type Texts, valueText } from './texts.web.ts'
import css from './values.module.css'

/** What a state means: draft, on its way, needs a person, done, stopped, over. */
export type Tone = 'neutral' | 'waiting' | 'attention' | 'done' | 'stopped' | 'ended'
const icons = {
  neutral: IconCircleDashed,
  waiting: IconClock,
  attention: IconAlertTriangle,
  done: IconCircleCheck,
  stopped: IconCircleX,
  ended: IconArchive,
}

/** A state: one word, the colour and the icon of its meaning. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <span className={css.badge} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      {children}
    </span>
  )
}

/** An amount as the server sent it, grouped, its currency muted beside it; red with its sign when negative, unless it goes either way. */
function Money({ amount, currency, isFlow }: { amount: string; currency?: string; isFlow: boolean }) {
  return (
    <span className="agio-number" data-negative={(!isFlow && amount.startsWith('-')) || undefined}>
      <span className={css.amount}>{groupDigits(amount)}</span>
      {currency && <span className="agio-code"> {currency}</span>}
    </span>
  )
}

/** A rate by `rateText`: the digits that mean something strong, the zeros after them muted. */
export function Rate({ value }: { value: string }) {
  const [, kept, zeros] = /^(.*?)(\.?0*)$/.exec(rateText(value)) ?? []
  return (
    <span className="agio-number">
      <span className={css.strong}>{kept}</span>
      <span className={css.zeros}>{zeros}</span>
    </span>
  )
}

export type Kind =
  | 'text'
  | 'code'
  | 'number'
  | 'money'
  /** Money that goes either way: no sign of it is bad. */
  | 'flow'
  | 'rate'
  | 'percent'
  | 'date'
  | 'dateTime'
  | 'badge'
  | 'value'
  | 'yesNo'

interface FactOf<Row, Key extends string, Value> {
  /** A path into the row; its label is `fields.<key>` of the resource's texts. */
  key: Key
  /** `badge` and `value` show `values.<key>.<value>` of the texts; the others show the value itself. */
  kind?: Kind
  /** The meaning of each value of a badge; `neutral` unless named. */
  tones?: Partial<Record<string, Tone>>
  /** The field that holds the currency of `money` or `flow`. */
  currency?: Path<Row>
  /** The field that holds the place by whose time zone a `dateTime` is shown. */
  place?: Path<Row>
  /** Draws the value in its own way. */
  cell?: (value: Value, row: Row) => ReactNode
}

/** An instant by the calendar of the company, or of a place; another one as soon as that changes. */
function Moment({ at, place }: { at: string; place?: string | undefined }) {
  calendar.use()
  return <span className="agio-number">{dateTimeText(at, place)}</span>
}

/** One value of a row, and how it is shown: in the column of a list, or as a fact of a detail page. */
export type Fact<Row> = { [P in Path<Row>]: FactOf<Row, P, ValueAt<Row, P>> }[Path<Row>]
export type AnyFact<Row> = FactOf<Row, string, unknown>

export const isNumeric = (kind: Kind | undefined) =>
  kind === 'number' || kind === 'money' || kind === 'flow' || kind === 'rate' || kind === 'percent'

/** Shows a value in the manner of its kind; nothing for what is not there. */
export function showValue<Row>(fact: AnyFact<Row>, row: Row, texts: Texts): ReactNode {
  const value = valueAt(row, fact.key)
  if (fact.cell) return fact.cell(value, row)
  if (value === null || value === undefined || value === '') return null
  const text = String(value as string | number | boolean)
  switch (fact.kind) {
    case 'money':
    case 'flow': {
      const currency = fact.currency && (valueAt(row, fact.currency) as string)
      return <Money amount={text} currency={currency} isFlow={fact.kind === 'flow'} />
    }
    case 'rate':
      return <Rate value={text} />
    case 'number':
      return <span className="agio-number">{groupDigits(text)}</span>
    case 'percent':
      return <span className="agio-number">{percent(text)}</span>
    case 'code':
      return <span className={`agio-number ${css.code}`}>{text}</span>
    case 'date':
      return <span className="agio-number">{dateText(text)}</span>
    case 'dateTime':
      return <Moment at={text} place={fact.place && (valueAt(row, fact.place) as string)} />
    case 'badge':
      return (
        <StatusBadge tone={fact.tones?.[text] ?? 'neutral'}>{valueText(texts, fact.key, value)}</StatusBadge>
      )
    case 'value':
      return valueText(texts, fact.key, value)
    case 'yesNo':
      return texts(value === true ? 'yes' : 'no')
    default:
      return text
  }
}
