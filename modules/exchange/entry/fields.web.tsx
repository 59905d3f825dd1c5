import { type ComboboxParsedItem, Select } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import type { Tradable } from './house.web.ts'
import { isNoNumber } from './entry.domain.ts'
import css from './entry.module.css'

interface NumberBoxProps {
  label: string
  path: string
  /** As it is shown while nobody types here. */
  shown: string
  placeholder?: string
  tone?: 'negotiated' | 'outside' | undefined
  onType: (text: string) => void
  onEnter?: () => void
}

/** A number of a line: what was typed while it has the focus, grouped figures else. `1k` and `2.5m` are understood. */
export function NumberBox({ label, path, shown, placeholder, tone, onType, onEnter }: NumberBoxProps) {
  const [isHere, setHere] = useState(false)
  const [own, setOwn] = useState<string>()
  const value = isHere ? (own ?? shown) : groupDigits(shown)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onEnter?.()
  }
  return (
    <input
      className={css.box}
      data-number
      data-tone={tone}
      data-path={path}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      placeholder={placeholder}
      value={value}
      aria-invalid={isNoNumber(value) || undefined}
      onFocus={(event) => {
        setHere(true)
        setOwn(undefined)
        event.currentTarget.select()
      }}
      onBlur={() => setHere(false)}
      onChange={(event) => {
        setOwn(event.currentTarget.value)
        onType(event.currentTarget.value)
      }}
      onKeyDown={onKeyDown}
    />
  )
}

interface CurrencyBoxProps {
  label: string
  placeholder: string
  path: string
  tradables: readonly Tradable[]
  chosen: string
  onPick: (one: Tradable) => void
  /** The currency is chosen, and the next field wanted. */
  onEnter: () => void
  isFirst: boolean
}

/** The currency of a line: its whole code picks it, a part of a code or of a name offers what begins so. */
export function CurrencyBox(props: CurrencyBoxProps) {
  const { label, placeholder, path, tradables, chosen, onPick, onEnter, isFirst } = props
  const [text, setText] = useState('')
  /** What was typed and has not led to a currency yet. */
  const [typed, setTyped] = useState('')
  const [isHere, setHere] = useState(false)
  const byId = useMemo(() => new Map(tradables.map((one) => [one.id, one])), [tradables])
  const [first] = typed.trim() === '' ? [] : found(tradables, typed)
  // Who goes on after a part of a code means what it offers first; also where the currencies come later than the hand.
  const meant =
    first && (!isHere || first.code.toUpperCase() === typed.trim().toUpperCase()) ? first : undefined
  const takeMeant = useEffectEvent((one: Tradable) => {
    if (one.id !== chosen) onPick(one)
  })
  useEffect(() => {
    if (meant) takeMeant(meant)
  }, [meant])
  const flagCode = byId.get(chosen)?.flagCode
  return (
    <Select
      classNames={{ input: css.currency }}
      variant="unstyled"
      data-path={path}
      data-autofocus={isFirst || undefined}
      autoFocus={isFirst}
      aria-label={label}
      placeholder={placeholder}
      data={tradables.map(({ id, code }) => ({ value: id, label: code }))}
      value={chosen || null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      selectFirstOptionOnChange
      withCheckIcon={false}
      openOnFocus={false}
      rightSection={null}
      leftSection={flagCode === undefined ? undefined : <CurrencyLabel code="" flagCode={flagCode} />}
      maxDropdownHeight={320}
      comboboxProps={{ shadow: 'md', width: 260, position: 'bottom-start' }}
      filter={({ options, search }) => offered(options, found(tradables, search))}
      renderOption={({ option }) => <Offer one={byId.get(option.value)} />}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => {
        setHere(true)
        event.currentTarget.select()
      }}
      onBlur={() => setHere(false)}
      onChange={(id) => {
        const one = byId.get(id ?? '')
        setTyped('')
        if (one) onPick(one)
      }}
      onOptionSubmit={onEnter}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !chosen) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}

/** The options that are among those found, in their order. */
function offered(options: ComboboxParsedItem[], among: readonly Tradable[]): ComboboxParsedItem[] {
  const place = new Map(among.map(({ id }, at) => [id, at]))
  const at = (option: ComboboxParsedItem) => ('value' in option ? place.get(option.value) : undefined)
  return options.filter((option) => at(option) !== undefined).toSorted((a, b) => (at(a) ?? 0) - (at(b) ?? 0))
}

const Offer = ({ one }: { one: Tradable | undefined }) =>
  one && (
    <span className={css.option}>
      <CurrencyLabel code={one.code} flagCode={one.flagCode} />
      <span>{one.name}</span>
    </span>
  )

/** What a text may mean: the very code first, then what begins so, then what is called so. */
function found(tradables: readonly Tradable[], text: string): Tradable[] {
  const typed = text.trim().toUpperCase()
  const rank = ({ code, name }: Tradable) => {
    if (code.toUpperCase() === typed) return 0
    if (code.toUpperCase().startsWith(typed)) return 1
    return name.toUpperCase().includes(typed) ? 2 : 3
  }
  return tradables.filter((one) => rank(one) < 3).toSorted((a, b) => rank(a) - rank(b))
}
