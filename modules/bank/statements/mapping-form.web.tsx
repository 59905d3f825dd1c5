import { Checkbox, Group, Select, Stack, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { ProcessingButton } from '#kit/web/parts.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { dateOrders } from '../formats/dates.domain.ts'
import { amountStyles } from '../formats/table.domain.ts'
import { Mapping, type Preview, statements } from './statements.contract.ts'

const api = bindContract(statements)
const place = 'bank:statements'

interface MappingFormProps {
  accountId: string
  table: NonNullable<Preview['table']>
  onTry: (mapping: string) => void
}

const columnFields = {
  date: 'date',
  amount: 'amountColumn',
  debit: 'debitColumn',
  letter: 'letterColumn',
  balance: 'balanceColumn',
  text: 'textColumn',
  reference: 'referenceColumn',
} as const
type ColumnField = keyof typeof columnFields

/** How the columns of a table are read: tried on the file, and saved for the account once it reads it. */
export function MappingForm({ accountId, table, onTry }: MappingFormProps) {
  const texts = useTexts(place)
  const saved = useQuery(api.mapping.queryOptions({ accountId })).data?.mapping
  const [typed, setTyped] = useState<Record<string, string | boolean>>({})
  // The head is the row with most cells; what is above it says whose file it is.
  const head = [...table.rows].toSorted((a, b) => filled(b) - filled(a))[0] ?? []
  const value = { style: 'signed', dateOrder: '', decimalSign: '.', ...saved, ...typed } as Record<
    string,
    unknown
  >
  const text = (key: string) => {
    const found = value[key]
    return String((Array.isArray(found) ? found[0] : found) ?? '')
  }
  const mapping = Mapping.safeParse({
    ...value,
    dateOrder: text('dateOrder'),
    text: text('text') === '' ? [] : [text('text')],
  })
  const save = useMutation({
    mutationFn: () =>
      api.saveMapping.call({ accountId, mapping: mapping.data as NonNullable<typeof mapping.data> }),
    onSuccess: () => {
      snackbar.success(texts('mappingSaved'))
      onTry('')
    },
  })
  return (
    <Stack gap="sm" mt="md">
      <Title order={2} size="h4">
        {texts('mapping')}
      </Title>
      <Rows table={table} head={head} />
      <Columns
        table={table}
        head={head}
        text={text}
        value={value}
        onType={(part) => setTyped({ ...typed, ...part })}
      />
      <Group>
        <ProcessingButton
          busy={false}
          disabled={!mapping.success}
          onClick={() => onTry(JSON.stringify(mapping.data))}
        >
          {texts('tryMapping')}
        </ProcessingButton>
        <ProcessingButton busy={save.isPending} disabled={!mapping.success} onClick={() => save.mutate()}>
          {texts('saveMapping')}
        </ProcessingButton>
      </Group>
    </Stack>
  )
}

interface ColumnsProps {
  table: MappingFormProps['table']
  head: readonly string[]
  text: (key: string) => string
  value: Record<string, unknown>
  onType: (part: Record<string, string | boolean>) => void
}

function Columns({ table, head, text, value, onType }: ColumnsProps) {
  const texts = useTexts(place)
  const choice = (key: string, label: string, data: { value: string; label: string }[]) => (
    <Select
      key={key}
      label={label}
      w={220}
      data={data}
      clearable
      value={text(key) || null}
      onChange={(one) => onType({ [key]: one ?? '' })}
    />
  )
  const columns = head.filter(Boolean).map((name) => ({ value: name, label: name }))
  const shown = (Object.keys(columnFields) as ColumnField[]).filter(
    (key) =>
      (key !== 'debit' || text('style') === 'columns') && (key !== 'letter' || text('style') === 'letter'),
  )
  return (
    <Group align="flex-end">
      {choice(
        'style',
        texts('fields.style'),
        amountStyles.map((one) => ({ value: one, label: texts(`values.style.${one}`) })),
      )}
      {shown.map((key) => choice(key, texts(`fields.${columnFields[key]}`), columns))}
      {choice(
        'dateOrder',
        texts('fields.dateOrder'),
        ordersOf(table, text('date')).map((one) => ({
          value: one,
          label: texts(`values.dateOrder.${one}`),
        })),
      )}
      {choice(
        'decimalSign',
        texts('fields.decimalSign'),
        ['.', ','].map((one) => ({ value: one, label: one })),
      )}
      <Checkbox
        label={texts('fields.isNewestFirst')}
        checked={value.isNewestFirst === true}
        onChange={(event) => onType({ isNewestFirst: event.currentTarget.checked })}
      />
    </Group>
  )
}

function Rows({ table, head }: Pick<ColumnsProps, 'head' | 'table'>) {
  const texts = useTexts(place)
  return (
    <Sheet label={texts('mapping')} columns={head.map((title, at) => ({ title: title || String(at + 1) }))}>
      {table.rows.slice(0, 6).map((row, at) => (
        <tr key={`${at} ${row.join()}`}>
          {head.map((title, cell) => (
            <td key={`${title} ${cell}`}>{row[cell]}</td>
          ))}
        </tr>
      ))}
    </Sheet>
  )
}

const filled = (row: readonly string[]) => row.filter(Boolean).length

/** The orders that all dates of a column fit; every order where none was found. */
const ordersOf = ({ dates }: NonNullable<Preview['table']>, column: string) => {
  const orders = dates.find((one) => one.column === column)?.orders ?? []
  return orders.length > 0 ? orders : [...dateOrders]
}
