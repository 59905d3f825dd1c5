import { Button, Select, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { isUnreadable, readNumber } from '#kit/domain/numbers.domain.ts'
import { ApiError, bindContract } from '#kit/web/api.web.ts'
import { messageOf } from '#kit/web/failures.web.ts'
import { groupDigits } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { ErrorBox, PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { piecesOf, runningTotal } from '../items/entry.domain.ts'
import { stockItems } from '../items/items.contract.ts'
import type { StockItem } from '../items/items.domain.ts'
import { LinePieces } from '../items/line-pieces.web.tsx'
import { usePlaces } from '../places/places.web.tsx'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { adjustments } from './adjustments.contract.ts'
import type { AdjustmentKind } from './adjustments.domain.ts'
import css from '../items/count-entry.module.css'

const api = bindContract(adjustments)
const itemApi = bindContract(stockItems)
const seatApi = bindContract(workspaces)
const place = 'inventory:adjustments'
const home = '/inventory/openings'
const vault = 'vault'

interface Line {
  itemId: string | null
  quantity: string
  cost: string
  /** Notes and coins as typed, where the line is counted by them: they make its quantity. */
  pieces: ReadonlyMap<string, string> | null
}
const blank: Line = { itemId: null, quantity: '', cost: '', pieces: null }

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
const number = (text: string) => readNumber(text) ?? text.trim()

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
  const seat = useQuery(seatApi.current.queryOptions()).data?.counterId
  const own = places?.drawers.find(({ id }) => id === seat)?.branchId
  const branchId = branch ?? own ?? places?.branches[0]?.id ?? ''
  // To another's drawer it is a transfer.
  const drawers = (places?.drawers ?? []).filter((one) => one.branchId === branchId && one.id === seat)
  const ends = [
    { value: vault, label: stock('vault') },
    ...drawers.map(({ id, name }) => ({ value: id, label: name.split(' · ').at(-1) ?? name })),
  ]
  const target = to ?? drawers[0]?.id ?? vault
  const counterOf = (end: string) => (end === vault ? null : end)
  const itemOf = (itemId: string | null) => items.find(({ id }) => id === itemId)
  const filled = lines.filter(({ itemId }) => itemId !== null)
  const isFaulty = filled.some(({ quantity, cost }) => isUnreadable(quantity) || isUnreadable(cost))
  const save = useMutation({
    meta: { handled: true },
    mutationFn: (askApproval: boolean) => {
      const common = { branchId, note }
      const given = filled.map(({ itemId, quantity, cost, pieces }) => ({
        itemId: itemId ?? '',
        quantity: number(quantity),
        cost: number(cost),
        pieces: pieces ? piecesOf(itemOf(itemId) ?? { denominations: [] }, pieces) : [],
      }))
      return kind === 'float'
        ? api.createFloat.call({
            ...common,
            fromCounterId: counterOf(from),
            toCounterId: counterOf(target),
            lines: given.map(({ cost: _cost, ...line }) => line),
          })
        : api.createOpening.call({
            ...common,
            askApproval,
            lines: given.map(({ cost, pieces: _pieces, ...line }) => ({ ...line, ...(cost && { cost }) })),
          })
    },
    onSuccess: ({ id, state }) => {
      snackbar.success(texts(state === 'requested' ? 'said.requested' : `said.${kind}`))
      void navigate({ to: `${home}/${id}` })
    },
  })
  const faults = save.error instanceof ApiError ? save.error.invalidParams : []
  const mayAsk =
    kind === 'opening' && save.error instanceof ApiError && String(save.error.code).endsWith('_ASK')
  const faultAt = (field: string) => faults.find((one) => one.field === field)?.message
  const change = (index: number, part: Partial<Line>) =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...part } : line)))
  /** Another count of one face: the quantity follows. */
  const count = (index: number, item: StockItem, pieces: ReadonlyMap<string, string>) =>
    change(index, { pieces, quantity: groupDigits(runningTotal(item, pieces) ?? '–') })
  const fields = ['item', 'quantity', ...(kind === 'opening' ? ['cost'] : [])]
  return (
    <Stack gap={12} maw={760}>
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
          const item = itemOf(line.itemId)
          const isLocal = item?.isLocal
          const { pieces } = line
          const mayCount = kind === 'float' && item && item.denominations.length > 0
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
                readOnly={field === 'quantity' && pieces !== null}
                value={line[field]}
                error={faultAt(`lines.${index}.${field}`) ?? isUnreadable(line[field])}
                onChange={(event) => change(index, { [field]: event.currentTarget.value })}
                onBlur={() => change(index, { [field]: groupDigits(number(line[field])) })}
              />
            </td>
          )
          return (
            <Fragment key={index}>
              <tr>
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
                    onChange={(itemId) => change(index, { itemId, pieces: null })}
                  />
                </td>
                {amount('quantity')}
                {kind === 'opening' && amount('cost')}
              </tr>
              {mayCount && (
                <tr>
                  <td colSpan={2}>
                    {pieces && (
                      <LinePieces
                        item={item}
                        typed={pieces}
                        onType={(key, text) => count(index, item, new Map(pieces).set(key, text))}
                      />
                    )}
                    <UnstyledButton
                      className={css.link}
                      onClick={() => change(index, { pieces: pieces ? null : new Map() })}
                    >
                      {texts(pieces ? 'byAmount' : 'byNotes', { code: item.code })}
                    </UnstyledButton>
                  </td>
                </tr>
              )}
            </Fragment>
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
        {mayAsk && (
          <Button variant="default" disabled={save.isPending || isFaulty} onClick={() => save.mutate(true)}>
            {texts('askApproval')}
          </Button>
        )}
        <ProcessingButton
          busy={save.isPending}
          disabled={filled.length === 0 || isFaulty}
          onClick={() => save.mutate(false)}
        >
          {texts('post')}
        </ProcessingButton>
      </footer>
    </Stack>
  )
}
