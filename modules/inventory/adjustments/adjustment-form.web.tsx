import { Button, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, bindContract } from '#kit/web/api.web.ts'
import { messageOf } from '#kit/web/failures.web.ts'
import { groupDigits, plainDecimal } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { ErrorBox, PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { stockItems } from '../items/items.contract.ts'
import type { StockItem } from '../items/items.domain.ts'
import { usePlaces } from '../places/places.web.tsx'
import { adjustments } from './adjustments.contract.ts'
import type { AdjustmentKind } from './adjustments.domain.ts'
import css from '../items/count-entry.module.css'

const api = bindContract(adjustments)
const itemApi = bindContract(stockItems)
const place = 'inventory:adjustments'
const home = '/inventory/adjustments'
const vault = 'vault'

interface Line {
  itemId: string | null
  quantity: string
  cost: string
}
const blank: Line = { itemId: null, quantity: '', cost: '' }

export const FloatForm = () => <Page kind="float" />
export const OpeningForm = () => <Page kind="opening" />

function Page({ kind }: { kind: AdjustmentKind }) {
  const texts = useTexts(place)
  const items = useQuery(itemApi.listSelection.queryOptions())
  return (
    <SheetPage>
      <PageHeader title={texts(`new.${kind}`)} back={{ to: home }} />
      <p className={css.muted}>{texts(`about.${kind}`)}</p>
      <Loaded query={items} height={320}>
        {(all) => <Form kind={kind} items={all.filter(({ isEnabled }) => isEnabled)} />}
      </Loaded>
    </SheetPage>
  )
}

/** A number as it was typed, as the server takes it; what is no number goes along and is refused at its field. */
const number = (text: string) => plainDecimal(text) ?? text.trim()

function Form({ kind, items }: { kind: AdjustmentKind; items: readonly StockItem[] }) {
  const texts = useTexts(place)
  const stock = useTexts('inventory:stock')
  const navigate = useNavigate()
  const places = usePlaces()
  const [branch, setBranch] = useState<string>()
  const [from, setFrom] = useState<string>(vault)
  const [to, setTo] = useState<string>()
  const [note, setNote] = useState('')
  const [lines, setLines] = useState<readonly Line[]>([blank])
  const branchId = branch ?? places?.branches[0]?.id ?? ''
  const drawers = (places?.drawers ?? []).filter((one) => one.branchId === branchId)
  const ends = [
    { value: vault, label: stock('vault') },
    ...drawers.map(({ id, name }) => ({ value: id, label: name.split(' · ').at(-1) ?? name })),
  ]
  const target = to ?? drawers[0]?.id ?? vault
  const counterOf = (end: string) => (end === vault ? null : end)
  const filled = lines.filter(({ itemId }) => itemId !== null)
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () => {
      const common = { branchId, note }
      const given = filled.map(({ itemId, quantity, cost }) => ({
        itemId: itemId ?? '',
        quantity: number(quantity),
        cost: number(cost),
      }))
      return kind === 'float'
        ? api.createFloat.call({
            ...common,
            fromCounterId: counterOf(from),
            toCounterId: counterOf(target),
            lines: given.map(({ itemId, quantity }) => ({ itemId, quantity })),
          })
        : api.createOpening.call({
            ...common,
            lines: given.map(({ cost, ...line }) => ({ ...line, ...(cost && { cost }) })),
          })
    },
    onSuccess: ({ id }) => {
      snackbar.success(texts(`said.${kind}`))
      void navigate({ to: `${home}/${id}` })
    },
  })
  const faults = save.error instanceof ApiError ? save.error.invalidParams : []
  const faultAt = (field: string) => faults.find((one) => one.field === field)?.message
  const change = (index: number, part: Partial<Line>) =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...part } : line)))
  const fields = ['item', 'quantity', ...(kind === 'opening' ? ['cost'] : [])]
  return (
    <>
      <div className={css.bar}>
        <Select
          label={texts('fields.branchName')}
          w={240}
          searchable
          selectFirstOptionOnChange
          allowDeselect={false}
          data={places?.branches.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={branchId}
          error={faultAt('branchId')}
          onChange={(id) => {
            setBranch(id ?? undefined)
            setFrom(vault)
            setTo(undefined)
          }}
        />
        {kind === 'float' && (
          <>
            <Select
              label={texts('fields.fromCounter')}
              w={200}
              allowDeselect={false}
              data={ends}
              value={from}
              error={faultAt('fromCounterId')}
              onChange={(end) => setFrom(end ?? vault)}
            />
            <Select
              label={texts('fields.toCounter')}
              w={200}
              allowDeselect={false}
              data={ends}
              value={target}
              error={faultAt('toCounterId')}
              onChange={(end) => setTo(end ?? undefined)}
            />
          </>
        )}
      </div>
      <Sheet
        label={texts('lines')}
        columns={fields.map((field) => ({ title: texts(`fields.${field}`), isNumber: field !== 'item' }))}
      >
        {lines.map((line, index) => {
          const isLocal = items.find(({ id }) => id === line.itemId)?.isLocal
          const amount = (field: 'cost' | 'quantity') => (
            <td data-number>
              <TextInput
                size="xs"
                maw={180}
                ml="auto"
                classNames={{ input: css.input }}
                inputMode="decimal"
                autoComplete="off"
                maxLength={30}
                aria-label={texts('at', { field: texts(`fields.${field}`), number: index + 1 })}
                disabled={field === 'cost' && isLocal}
                value={line[field]}
                error={faultAt(`lines.${index}.${field}`)}
                onChange={(event) => change(index, { [field]: event.currentTarget.value })}
                onBlur={() => change(index, { [field]: groupDigits(number(line[field])) })}
              />
            </td>
          )
          return (
            <tr key={index}>
              <td>
                <Select
                  size="xs"
                  w={150}
                  searchable
                  selectFirstOptionOnChange
                  aria-label={texts('at', { field: texts('fields.item'), number: index + 1 })}
                  data={items.map(({ id, code }) => ({ value: id, label: code }))}
                  value={line.itemId}
                  error={faultAt(`lines.${index}.itemId`)}
                  onChange={(itemId) => change(index, { itemId })}
                />
              </td>
              {amount('quantity')}
              {kind === 'opening' && amount('cost')}
            </tr>
          )
        })}
      </Sheet>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => setLines([...lines, blank])}
        >
          {texts('addLine')}
        </Button>
      </div>
      <TextInput
        label={texts('fields.note')}
        maw={540}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {save.error && <ErrorBox>{messageOf(save.error)}</ErrorBox>}
      <footer className={css.foot}>
        <ProcessingButton busy={save.isPending} disabled={filled.length === 0} onClick={() => save.mutate()}>
          {texts('post')}
        </ProcessingButton>
      </footer>
    </>
  )
}
