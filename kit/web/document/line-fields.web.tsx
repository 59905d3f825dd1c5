import { Button, CloseButton, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, startTransition, useCallback, useMemo, useOptimistic, useRef } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { isUnreadable, readNumber } from '#kit/domain/numbers.domain.ts'
import { pastedCells } from '#kit/domain/pasted.domain.ts'
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
  /** Enter goes from it to the next line, as a scanner does after each code. */
  endsLine?: boolean
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
  /** Given what makes the next lines of those that there are. As `fields`, `faultAt` and `under` the same at each drawing, or all is drawn. */
  onChange: (next: (lines: readonly Line[]) => readonly Line[]) => void
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
  const { fields, lines, blank, onChange, under, total } = props
  const texts = useTexts(props.texts)
  const table = useRef<HTMLTableElement>(null)
  const change = useCallback(
    (index: number, part: Partial<Line>) =>
      onChange((before) => before.map((line, at) => (at === index ? { ...line, ...part } : line))),
    [onChange],
  )
  const add = useCallback(() => {
    onChange((before) => [...before, blank])
    requestAnimationFrame(() => inputsOf(table.current).at(-fields.length)?.focus())
  }, [onChange, blank, fields])
  const onPaste = useCallback(
    (text: string, row: number, column: number) => {
      const pasted = pastedCells(text.replace(/[\r\n]+$/, ''))
      onChange((before) => {
        const rows = Math.max(before.length, row + pasted.length)
        const all = Array.from({ length: rows }, (_, at) => before[at] ?? blank)
        return all.map((line, at) => ({
          ...line,
          ...cellsInto(fields.slice(column), pasted[at - row] ?? []),
        }))
      })
    },
    [onChange, blank, fields],
  )
  const columns = useColumns(props, { isOnly: lines.length === 1, change })
  const below = useMemo(
    () => under && ((line: Line, index: number) => under(line, (part) => change(index, part))),
    [under, change],
  )
  return (
    <>
      <LineGrid<Line>
        ref={table}
        label={texts('lines')}
        columns={columns}
        lines={lines}
        onPaste={onPaste}
        onEnd={add}
        under={below}
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

interface Lines<Line> {
  isOnly: boolean
  change: (index: number, part: Partial<Line>) => void
}

/** The columns of the fields, the same until something of all lines changes. */
function useColumns<Line extends object>(
  { texts: place, fields, faultAt, onChange }: LineFieldsProps<Line>,
  { isOnly, change }: Lines<Line>,
): GridColumn<Line>[] {
  const texts = useTexts(place)
  return useMemo(() => {
    const typed = fields.map((field): GridColumn<Line> => {
      const title = texts(`fields.${field.called ?? field.key}`)
      return {
        title,
        isNumber: field.kind === 'number',
        ...(field.endsLine && { endsLine: true }),
        input: (line, keys, index) => (
          <LineInput
            {...{ field, line, keys }}
            label={texts('form.at', { field: title, number: index + 1 })}
            fault={faultAt(`lines.${index}.${field.key}`)}
            onChange={(value) =>
              change(index, { ...besides(field, value), [field.key]: value } as Partial<Line>)
            }
          />
        ),
      }
    })
    const remove = (_: Line, index: number) =>
      !isOnly && (
        <CloseButton
          size="sm"
          aria-label={`${texts('form.removeLine')} ${index + 1}`}
          onClick={() => onChange((before) => before.filter((_line, at) => at !== index))}
        />
      )
    return [...typed, { title: texts('form.removeLine'), isUnseen: true, show: remove }]
  }, [texts, fields, faultAt, onChange, isOnly, change])
}

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

/** What is typed stands in its cell at once; the form follows when no key waits to be drawn. */
function LineInput<Line>({ field, line, label, fault, keys, onChange }: LineInputProps<Line>) {
  const [value, show] = useOptimistic(String(line[field.key] ?? ''))
  const type = (text: string) =>
    startTransition(() => {
      show(text)
      onChange(text)
    })
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
        onChange={type}
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
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

/** A number as it was typed, as the server takes it; what is no number goes along and is refused at its field. */
export const numberOf = (text: string): string => readNumber(text) ?? text.trim()
