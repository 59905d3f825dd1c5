import { ActionIcon, Button, CloseButton, Kbd, NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconFilterPlus, IconSearch, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Columns, Condition, FilterValue, GroupOperator } from '#kit/contract/list.contract.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { dateText } from '../format.web.ts'
import type { Texts } from '../texts.web.ts'
import { type FilterChoices, isPresent, type ListState, operatorText } from './filters.web.ts'
import css from './list.module.css'

const FilterPanel = lazy(() => import('./filter-editor.web.tsx').then((m) => ({ default: m.FilterPanel })))
const joins = ['And', 'Or', 'Xor', 'Not'] as const satisfies readonly GroupOperator[]
const searchDelay = 300

interface FilterBarProps {
  columns: Columns
  choices: FilterChoices
  texts: Texts
  state: ListState
  /** Shows the search field. */
  canSearch: boolean
  onChange: (part: Partial<ListState>) => void
}

/** Search and filters of a list in one row: each filter a chip that can be changed and taken away. */
export function FilterBar({ columns, choices, texts, state, canSearch, onChange }: FilterBarProps) {
  const [open, setOpen] = useState<number | 'new'>()
  const adder = useRef<HTMLButtonElement>(null)
  const keys = Object.keys(columns).filter(
    (key) => choices[key] !== undefined || (columns[key] !== 'Guid' && columns[key] !== 'select'),
  )
  const put = (at: number, filter?: Condition) => {
    setOpen(undefined)
    // A filter that is gone takes the focus with it.
    if (!filter) adder.current?.focus()
    onChange({ filter: state.filter.toSpliced(at, 1, ...(filter ? [filter] : [])), page: 1 })
  }
  const opens = (at: number | 'new') => ({
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': open === at,
    onClick: () => setOpen(open === at ? undefined : at),
  })
  const panel = (at: number | 'new', label: string, initial?: Condition) => (
    <Suspense>
      {open === at && (
        <FilterPanel
          {...{ label, columns, choices, texts, keys, initial }}
          onClose={() => setOpen(undefined)}
          onApply={(next) => put(at === 'new' ? state.filter.length : at, next)}
        />
      )}
    </Suspense>
  )
  return (
    <div className={css.bar}>
      {canSearch && <SearchField texts={texts} value={state.q} onChange={(q) => onChange({ q, page: 1 })} />}
      {state.filter.map((filter, at) => (
        <span key={`${filter.key} ${at}`} className={css.chip}>
          <span className={css.adder}>
            <UnstyledButton className={css.chipText} {...opens(at)}>
              <span className={css.chipLabel}>{texts(`fields.${filter.key}`)}</span>{' '}
              {describeFilter(filter, choices, texts)}
            </UnstyledButton>
            {panel(at, texts(`fields.${filter.key}`), filter)}
          </span>
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-label={texts('filters.remove', { label: texts(`fields.${filter.key}`) })}
            onClick={() => put(at)}
          >
            <IconX size={14} stroke={2} />
          </ActionIcon>
        </span>
      ))}
      {keys.length > 0 && (
        <span className={css.adder}>
          <Button
            ref={adder}
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={css.add}
            leftSection={<IconFilterPlus size={16} stroke={1.75} />}
            {...opens('new')}
          >
            {texts('filters.add')}
          </Button>
          {panel('new', texts('filters.add'))}
        </span>
      )}
      {state.filter.length > 1 && (
        <NativeSelect
          size="xs"
          className={css.join}
          aria-label={texts('filters.join')}
          value={state.match}
          onChange={(event) => onChange({ match: event.currentTarget.value as GroupOperator, page: 1 })}
          data={joins.map((value) => ({ value, label: texts(`filters.joins.${value}`) }))}
        />
      )}
      {state.filter.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={css.add}
          onClick={() => {
            adder.current?.focus()
            onChange({ filter: [], match: 'And', page: 1 })
          }}
        >
          {texts('filters.clear')}
        </Button>
      )}
    </div>
  )
}

function SearchField(props: { texts: Texts; value: string; onChange: (value: string) => void }) {
  const { texts, value, onChange } = props
  const field = useRef<HTMLInputElement>(null)
  // What is in the box stays as it was typed until it is left, or the address has changed by something else.
  const [typed, setTyped] = useState<string>()
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setSent(value)
    if (value !== sent) setTyped(undefined)
  }
  const tell = useDebouncedCallback((text: string) => {
    setSent(text.trim())
    onChange(text.trim())
  }, searchDelay)
  useHotkeys([['/', () => field.current?.focus()]])
  const type = (text: string) => {
    setTyped(text)
    tell(text)
  }
  const shown = typed ?? value
  return (
    <TextInput
      ref={field}
      className={css.search}
      size="xs"
      aria-label={texts('filters.search')}
      placeholder={texts('filters.search')}
      maxLength={200}
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => typed?.trim() === value && setTyped(undefined)}
      onKeyDown={(event) => event.key === 'Escape' && type('')}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        shown ? (
          <CloseButton size="sm" aria-label={texts('filters.clearSearch')} onClick={() => type('')} />
        ) : (
          <Kbd size="xs">/</Kbd>
        )
      }
    />
  )
}

/** A condition in words, without its column. */
export function describeFilter(filter: Condition, choices: FilterChoices, texts: Texts) {
  const { key, operator, value, secondValue, type } = filter
  const one = (part: FilterValue): string => {
    if (Array.isArray(part)) return part.map(one).join(', ')
    const choice = choices[key]?.find((row) => String(row.value) === String(part))
    if (choice) return choice.label
    if (typeof part === 'boolean') return texts(part ? 'yes' : 'no')
    return type === 'Date'
      ? dateText(String(part))
      : type === 'Number'
        ? groupDigits(String(part))
        : String(part)
  }
  if (operator !== 'Between') return `${operatorText(texts, operator)} ${isPresent(value) ? one(value) : ''}`
  if (!isPresent(secondValue)) return `≥ ${isPresent(value) ? one(value) : ''}`
  return isPresent(value) ? `${one(value)} – ${one(secondValue)}` : `≤ ${one(secondValue)}`
}
