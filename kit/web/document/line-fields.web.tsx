import { Button, CloseButton, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { isUnreadable, readNumber } from '#kit/domain/numbers.domain.ts'
import { pastedCells } from '#kit/domain/pasted.domain.ts'
import { groupDigits } from '../format.web.ts'
import { inputsOf } from '../sheet-keys.web.ts'
import { useTexts } from '../texts.web.ts'
import { type CellKeys, type GridColumn, LineGrid } from './line-grid.web.tsx'
import { NumberCell } from './number-cell.web.tsx'
import css from './lines-form.module.css'

/** One field of each line: chosen from a list, a number, or a text; all are typed, and kept as they were typed. */
export type LineField<Line> = {
  /** Called by other texts than those of its key. */
  called?: string
  key: keyof Line & string
  width?: number
  /** Not asked of this line. */
  isOff?: (line: Line) => boolean
  /** What a new value of it changes besides. */
  also?: Partial<Line> | ((value: string) => Partial<Line>)
  /** Follows from something else in the line. */
  isFixed?: (line: Line) => boolean
} & (
  | { kind: 'choice'; choices: readonly { value: string; label: string }[] }
  | { kind: 'number' | 'text'; choices?: undefined }
)

interface LineFieldsProps<Line> {
  texts: string
  fields: readonly LineField<Line>[]
  lines: readonly Line[]
  blank: Line
  onChange: (lines: Line[]) => void
  /** The fault of `lines.<index>.<field>`, as the server said it. */
  faultAt: (field: string) => string | undefined
  /** Under a line, such as its notes and coins. */
  under?: (line: Line, change: (part: Partial<Line>) => void) => ReactNode
  /** In the last row: a name, and what stands under a field. */
  total?: { field: keyof Line & string; text: string } | undefined
}

/**
 * Lines that are typed: Enter goes to the next field and begins a new line after the last, arrows go up and down a column, and what a
 * sheet copies is pasted over the cells from there on, where an empty cell keeps its place.
 */
export function LineFields<Line extends object>(props: LineFieldsProps<Line>) {
  const { fields, lines, blank, onChange, faultAt, under, total } = props
  const texts = useTexts(props.texts)
  const change = (index: number, part: Partial<Line>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...part } : line)))
  const table = useRef<HTMLTableElement>(null)
  const add = () => {
    onChange([...lines, blank])
    requestAnimationFrame(() => inputsOf(table.current).at(-fields.length)?.focus())
  }
  const onPaste = (text: string, row: number, column: number) => {
    const pasted = pastedCells(text.replace(/[\r\n]+$/, ''))
    const rows = Math.max(lines.length, row + pasted.length)
    const all = Array.from({ length: rows }, (_, at) => lines[at] ?? blank)
    onChange(all.map((line, at) => ({ ...line, ...cellsInto(fields.slice(column), pasted[at - row] ?? []) })))
  }
  const typed = fields.map((field): GridColumn<Line> => ({
    title: texts(`fields.${field.called ?? field.key}`),
    isNumber: field.kind === 'number',
    input: (line, keys, index) => (
      <LineInput
        {...{ field, line, keys }}
        label={texts('form.at', { field: texts(`fields.${field.called ?? field.key}`), number: index + 1 })}
        fault={faultAt(`lines.${index}.${field.key}`)}
        onChange={(value) => change(index, { ...besides(field, value), [field.key]: value } as Partial<Line>)}
      />
    ),
  }))
  const remove = (_: Line, index: number) =>
    lines.length > 1 && (
      <CloseButton
        size="sm"
        aria-label={`${texts('form.removeLine')} ${index + 1}`}
        onClick={() => onChange(lines.filter((_line, at) => at !== index))}
      />
    )
  return (
    <>
      <LineGrid<Line>
        ref={table}
        label={texts('lines')}
        columns={[...typed, { title: texts('form.removeLine'), isUnseen: true, show: remove }]}
        lines={lines}
        onPaste={onPaste}
        onEnd={add}
        under={under && ((line, index) => under(line, (part) => change(index, part)))}
      >
        {total && (
          <tr className={css.total}>
            {fields.map(({ key }, index) => (
              <td key={key} data-number={key === total.field || undefined}>
                {key === total.field ? total.text : index === 0 && texts('form.total')}
              </td>
            ))}
            <td />
          </tr>
        )}
      </LineGrid>
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={add}>
          {texts('form.addLine')}
        </Button>
      </div>
    </>
  )
}

/** What a new value of a field changes besides. */
const besides = <Line,>({ also }: LineField<Line>, value: string): Partial<Line> =>
  typeof also === 'function' ? also(value) : ({ ...also } as Partial<Line>)

/** Cells as the values of fields: what is chosen from a list is named as the list names it, or stays as it was. */
function cellsInto<Line>(fields: readonly LineField<Line>[], cells: readonly string[]): Partial<Line> {
  const values = fields.map((field, index) => {
    const { key, choices } = field
    const text = cells[index]?.trim()
    if (!text) return {}
    if (!choices) return { ...besides(field, text), [key]: text }
    const named = choices.find(({ label }) => label.toLowerCase() === text.toLowerCase())
    return named ? { ...besides(field, named.value), [key]: named.value } : {}
  })
  return Object.assign({}, ...values) as Partial<Line>
}

interface LineInputProps<Line> {
  field: LineField<Line>
  line: Line
  label: string
  fault: string | undefined
  keys: CellKeys
  onChange: (value: string) => void
}

function LineInput<Line>({ field, line, label, fault, keys, onChange }: LineInputProps<Line>) {
  const value = String(line[field.key] ?? '')
  const common = {
    ...keys,
    w: field.width ?? (field.kind === 'choice' ? 180 : 160),
    disabled: field.isOff?.(line) ?? false,
    readOnly: field.isFixed?.(line) ?? false,
  }
  if (field.kind === 'choice')
    return (
      <Select
        {...common}
        size="xs"
        aria-label={label}
        searchable
        selectFirstOptionOnChange
        data={[...field.choices]}
        value={value || null}
        error={fault}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  if (field.kind === 'number')
    return (
      <NumberCell
        {...common}
        label={label}
        ml="auto"
        value={value}
        error={fault ?? isUnreadable(value)}
        onChange={onChange}
        onBlur={() => onChange(groupDigits(numberOf(value)))}
      />
    )
  return (
    <TextInput
      {...common}
      size="xs"
      aria-label={label}
      autoComplete="off"
      maxLength={200}
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A number as it was typed, as the server takes it; what is no number goes along and is refused at its field. */
export const numberOf = (text: string): string => readNumber(text) ?? text.trim()
