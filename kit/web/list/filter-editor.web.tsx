import { Button, Checkbox, Group, NativeSelect, ScrollArea, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Columns, Condition, FilterValue, Operator } from '#kit/contract/list.contract.ts'
import type { ChoiceText } from '../choices.web.ts'
import { DateBox } from '../date-box.web.tsx'
import { Panel } from '../panel.web.tsx'
import type { Texts } from '../texts.web.ts'
import { type FilterChoices, fitValue, isPresent, operatorsOf, operatorText } from './filters.web.ts'

interface FilterPanelProps {
  label: string
  onClose: () => void
  columns: Columns
  choices: FilterChoices
  texts: Texts
  /** The columns that may be chosen; one when a filter is changed. */
  keys: readonly string[]
  initial?: Condition | undefined
  onApply: (filter: Condition) => void
}

/** The panel in which one condition is made or changed: a column, how it is compared, and with what. */
export function FilterPanel(props: FilterPanelProps) {
  const { columns, choices, texts, keys, initial, onApply } = props
  const [key, setKey] = useState(initial?.key ?? keys[0] ?? '')
  const type = columns[key] ?? 'String'
  const [operator, setOperator] = useState<Operator>(initial?.operator ?? operatorsOf[type][0] ?? 'Equals')
  const [value, setValue] = useState<FilterValue | null>(initial?.value ?? null)
  const [second, setSecond] = useState<FilterValue | null>(initial?.secondValue ?? null)
  const [isChecked, setChecked] = useState(false)
  const isRange = operator === 'Between'
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('select, input')?.focus(), [])

  const choose = (next: string) => {
    setKey(next)
    setOperator(operatorsOf[columns[next] ?? 'String'][0] ?? 'Equals')
    setValue(null)
    setSecond(null)
    setChecked(false)
  }
  const ready = isPresent(value) || (isRange && isPresent(second))
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const [from, to] = [fitValue(type, value), isRange ? fitValue(type, second) : null]
    if (from === undefined || to === undefined) return setChecked(true)
    onApply({ key, operator, value: from, type, ...(isRange && { secondValue: to }) })
  }
  const input = (label: string, given: FilterValue | null, set: (value: FilterValue) => void) => {
    const text = isPresent(given) ? String(given as string | number) : ''
    const fault = type === 'Date' ? 'faults.date' : 'faults.number'
    const error = isChecked && fitValue(type, given) === undefined ? texts(fault) : undefined
    if (type === 'Date') return <DateBox label={label} value={text} error={error} onChange={set} />
    return (
      <TextInput
        label={label}
        value={text}
        error={error}
        maxLength={200}
        inputMode={type === 'Number' ? 'decimal' : undefined}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  }
  return (
    <Panel label={props.label} onClose={props.onClose}>
      <form ref={place} onSubmit={apply}>
        <Stack gap="sm" w={260}>
          {!initial && (
            <NativeSelect
              label={texts('filters.column')}
              value={key}
              onChange={(event) => choose(event.currentTarget.value)}
              data={keys.map((one) => ({ value: one, label: texts(`fields.${one}`) }))}
            />
          )}
          {operatorsOf[type].length > 1 && (
            <NativeSelect
              label={texts('filters.operator')}
              value={operator}
              onChange={(event) => setOperator(event.currentTarget.value as Operator)}
              data={operatorsOf[type].map((one) => ({ value: one, label: operatorText(texts, one) }))}
            />
          )}
          {choices[key] ? (
            <Choices
              label={texts('filters.value')}
              list={choices[key]}
              chosen={Array.isArray(value) ? value : isPresent(value) ? [value as string | number] : []}
              onChange={setValue}
            />
          ) : type === 'Boolean' ? (
            <NativeSelect
              label={texts('filters.value')}
              value={value === null ? '' : String(value)}
              onChange={(event) => setValue(event.currentTarget.value === 'true')}
              data={[
                { value: '', label: '', disabled: true },
                { value: 'true', label: texts('yes') },
                { value: 'false', label: texts('no') },
              ]}
            />
          ) : (
            input(texts(isRange ? 'filters.from' : 'filters.value'), value, setValue)
          )}
          {isRange && input(texts('filters.to'), second, setSecond)}
          <Group justify="flex-end">
            <Button type="submit" disabled={!ready}>
              {texts('filters.apply')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

interface ChoicesProps {
  label: string
  list: readonly ChoiceText[]
  chosen: readonly (string | number)[]
  onChange: (chosen: (string | number)[]) => void
}

/** Several of a list; the values keep their type. */
function Choices({ label, list, chosen, onChange }: ChoicesProps) {
  return (
    <Checkbox.Group
      label={label}
      value={chosen.map(String)}
      onChange={(texts) =>
        onChange(list.filter((one) => texts.includes(String(one.value))).map((one) => one.value))
      }
    >
      <ScrollArea.Autosize mah={240} type="auto" mt={4}>
        <Stack gap={8} p={4}>
          {list.map((one) => (
            <Checkbox key={one.value} value={String(one.value)} label={one.label} size="xs" />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Checkbox.Group>
  )
}
