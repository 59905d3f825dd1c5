import {
  Anchor,
  Checkbox,
  MultiSelect,
  PasswordInput,
  Select,
  Skeleton,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type * as z from 'zod'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { type GivenChoice, toChoices } from '../choices.web.ts'
import { messageOf } from '../failures.web.ts'
import type { Fetched } from '../loaded.web.tsx'
import type { Texts } from '../texts.web.ts'
import { DateBox } from '../date-box.web.tsx'
import { fieldNumber, percent } from '../format.web.ts'
import { type FieldProps, useField } from './form-context.web.tsx'
import { PhoneField } from './phone-field.web.tsx'
import { LazyField, SearchField } from './remote-select.web.tsx'
import css from './form.module.css'

/** Long lists draw 50 entries, and 50 more when the end comes near. */
const step = 50

interface TextProps extends FieldProps {
  autoComplete?: string
  type?: 'text' | 'email' | 'url'
}

function TextField({ autoComplete = 'off', type, ...field }: TextProps) {
  const { value, onChange, input } = useField(field)
  return (
    <TextInput
      {...input}
      type={type}
      autoComplete={autoComplete}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function TextAreaField(field: FieldProps) {
  const { value, onChange, input } = useField(field)
  return (
    <Textarea
      {...input}
      autosize
      minRows={3}
      maxRows={12}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function PasswordField(field: FieldProps) {
  const { value, onChange, input, texts } = useField(field)
  return (
    <PasswordInput
      {...input}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': texts('form.showPassword'), tabIndex: 0 }}
    />
  )
}

interface NumberProps extends FieldProps {
  /** The value is a JavaScript number (a count), not a decimal string (an amount, a rate). */
  integer?: boolean
  /** The value is a fraction: `0.0525` is shown as `5.25%`, typed with at most two decimals. */
  percent?: boolean
  suffix?: string
}

/** A number as typed, grouped when left; what is no number stays as typed, so that validation can say so. */
function NumberField({ integer, percent: isPercent, suffix, ...field }: NumberProps) {
  const { value, onChange, input } = useField<string | number>(field)
  const [typed, setTyped] = useState<string>()
  const text = String(value)
  const take = (given: string) => {
    const kept = isPercent ? given.replace(/[%％]/, '').replace(/(\.\d\d)\d+/, '$1') : given
    setTyped(kept)
    const number = fieldNumber(kept, isPercent)
    onChange(integer && /^-?\d+$/.test(number) ? Number(number) : number)
  }
  return (
    <TextInput
      {...input}
      maxLength={40}
      className={css.number}
      inputMode={integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      rightSection={suffix && <span className="agio-code">{suffix}</span>}
      rightSectionWidth={suffix && 48}
      value={typed ?? (isPercent ? percent(text) : groupDigits(text))}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={() => {
        setTyped(undefined)
        input.onBlur?.()
      }}
    />
  )
}

interface SelectProps extends FieldProps {
  /** Plain values (texts from `values.<name>`), rows of a picker, or values with labels; or the query that fetches them. */
  choices: readonly GivenChoice[] | Fetched<readonly GivenChoice[]>
  /** What the row has already, offered also when it is no longer among the choices, such as a branch since disabled. */
  held?: readonly GivenChoice[]
}

/** The one choice that a row has already, from its id and name, for `held`. */
export const toCurrentChoice = (
  id: string | null | undefined,
  name: string | null | undefined,
): GivenChoice[] => (id && name ? [{ id, name }] : [])

function useChoices({ choices, held: own = [], ...field }: SelectProps, chosen: unknown) {
  const { texts, input } = useField(field)
  const [limit, setLimit] = useState(step)
  const query = 'refetch' in choices ? choices : { data: choices, error: null, refetch: () => undefined }
  const offered = toChoices(texts, field.name, query.data ?? [])
  const values = new Set(offered.map(({ value }) => value))
  const list = [...offered, ...toChoices(texts, field.name, own).filter(({ value }) => !values.has(value))]
  // A list that opens shows what is chosen, however far down it is.
  const chosenAt = Array.isArray(chosen)
    ? chosen.length
    : list.findIndex(({ value }) => value === chosen) + 10
  const isMissing = query.error !== null && query.data === undefined
  return {
    list,
    props: {
      error: isMissing ? <Unread query={query} texts={texts} /> : input.error,
      data: list.map(({ value, label }) => ({ value: String(value), label })),
      searchable: list.length > 7,
      limit: Math.max(limit, chosenAt),
      onDropdownClose: () => setLimit(step),
      scrollAreaProps: { onBottomReached: () => setLimit((now) => now + step) },
      nothingFoundMessage: texts('table.noResults'),
      disabled: field.disabled || query.data === undefined,
      placeholder: query.data || isMissing ? field.placeholder : texts('loading'),
      comboboxProps: { shadow: 'md' },
    },
  }
}

/** Under a field whose choices could not be fetched. */
const Unread = ({ query, texts }: { query: Fetched<unknown>; texts: Texts }) => (
  <>
    {messageOf(query.error)}{' '}
    <Anchor component="button" type="button" inherit onClick={() => void query.refetch()}>
      {texts('tryAgain')}
    </Anchor>
  </>
)

function SelectField(field: SelectProps) {
  const { value, onChange, input } = useField<string | number | null>(field)
  const { list, props } = useChoices(field, value)
  return (
    <Select
      selectFirstOptionOnChange
      {...input}
      {...props}
      clearable={!input.withAsterisk}
      value={value === null || value === '' ? null : String(value)}
      onChange={(text) => onChange(list.find((one) => String(one.value) === text)?.value ?? '')}
    />
  )
}

function MultiSelectField(field: SelectProps) {
  const { value, onChange, input } = useField<(string | number)[]>(field)
  const { list, props } = useChoices(field, value)
  // What was chosen once and is offered no more, such as a role since disabled, stays until it is taken out.
  const known = new Map([...value, ...list.map((one) => one.value)].map((one) => [String(one), one]))
  return (
    <MultiSelect
      {...input}
      {...props}
      searchable
      clearable
      hidePickedOptions
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.flatMap((text) => known.get(text) ?? []))}
    />
  )
}

function SwitchField(field: FieldProps) {
  const { value, onChange, input } = useField<boolean>(field)
  const { withAsterisk: _, inputWrapperOrder: __, maxLength: ___, placeholder: ____, ...rest } = input
  return <Switch {...rest} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
}

function CheckboxField(field: FieldProps) {
  const { value, onChange, input } = useField<boolean>(field)
  const { withAsterisk: _, inputWrapperOrder: __, maxLength: ___, placeholder: ____, ...rest } = input
  return <Checkbox {...rest} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
}

interface DateProps extends FieldProps {
  /** `YYYY-MM-DD`; years 1900 to 2099 unless given. */
  min?: string
  max?: string
}

function DateField({ min, max, ...field }: DateProps) {
  const { value, onChange, input } = useField(field)
  return <DateBox {...input} min={min} max={max} value={value} onChange={onChange} />
}

const TimeBox = lazy(() => import('../time-box.web.tsx').then((m) => ({ default: m.TimeBox })))

/** A time of day as `HH:mm:ss`; the picker is loaded with the first of them. */
function TimeField(field: FieldProps) {
  const { value, onChange, input } = useField(field)
  const { maxLength: _, placeholder: __, 'data-path': path, ...rest } = input
  return (
    <Suspense fallback={<Skeleton h={58} />}>
      <TimeBox
        {...rest}
        hoursInputProps={{ 'data-path': path }}
        clearable={!input.withAsterisk}
        value={value}
        onChange={onChange}
      />
    </Suspense>
  )
}

const fields = {
  Text: TextField,
  TextArea: TextAreaField,
  Password: PasswordField,
  Number: NumberField,
  Select: SelectField,
  MultiSelect: MultiSelectField,
  Switch: SwitchField,
  Checkbox: CheckboxField,
  Date: DateField,
  Time: TimeField,
  Search: SearchField,
  Lazy: LazyField,
  Phone: PhoneField,
}

/** Each field as above, its `name` one of the draft's. */
type FieldsOf<Name extends string> = {
  [K in keyof typeof fields]: (
    props: Omit<Parameters<(typeof fields)[K]>[0], 'name'> & { name: Name },
  ) => ReactNode
}

/**
 * The fields of a form whose names are the draft's: `const F = fieldsOf(BranchDraft)`, then `<F.Text name="code" />`. A name
 * that the draft does not have does not compile.
 */
export const fieldsOf = <D extends z.ZodObject>(_draft: D) => fields as FieldsOf<keyof z.input<D> & string>
