import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconGripVertical } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { Sheet as Table } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import type { MenuEntry } from '#kit/web/table/data-table.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { companyCurrencies, type Currency } from './company-currencies.contract.ts'
import { CurrencyLabel } from '../iso/flag.web.tsx'
import css from './currencies.module.css'

const api = bindContract(companyCurrencies)
const place = 'currencies:currencies'

interface SheetProps {
  currencies: readonly Currency[]
  mayMove: boolean
  acts: (row: Currency) => MenuEntry[]
}

/** The currencies as rows that are dragged into their order, by pointer, finger or keys; each move is saved at once. */
export function Sheet({ currencies, mayMove, acts }: SheetProps) {
  const texts = useTexts(place)
  const [moved, setMoved] = useState<readonly string[]>()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const save = useMutation({
    mutationFn: (ids: readonly string[]) => api.updateIndex.call({ ids: [...ids] }),
    onSuccess: () => snackbar.success(texts('said.updated')),
    onSettled: () => setMoved(undefined),
  })
  const order = moved ?? currencies.map(({ id }) => id)
  const rows = order.flatMap((id) => currencies.find((one) => one.id === id) ?? [])
  const nameOf = (id: unknown) => currencies.find((one) => one.id === id)?.code ?? ''
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return
    const ids = arrayMove([...order], order.indexOf(String(active.id)), order.indexOf(String(over.id)))
    setMoved(ids)
    save.mutate(ids)
  }
  const said = (key: string, { active, over }: { active: { id: unknown }; over?: { id: unknown } | null }) =>
    texts(`move.${key}`, { name: nameOf(active.id), over: nameOf(over?.id) })
  const columns = [
    ...(mayMove ? [{ title: texts('move.column'), isUnseen: true }] : []),
    { title: texts('fields.code') },
    { title: texts('fields.name') },
    { title: texts('fields.quoteUnit'), isNumber: true },
    { title: texts('fields.cashUnit'), isNumber: true },
    { title: texts('fields.subCurrencyCount'), isNumber: true },
    { title: texts('fields.isEnabled') },
    { title: texts('table.actions'), isUnseen: true },
  ]
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: texts('move.how') },
        announcements: {
          onDragStart: (event) => said('start', event),
          onDragOver: (event) => said('over', event),
          onDragEnd: (event) => said('end', event),
          onDragCancel: (event) => said('cancel', event),
        },
      }}
    >
      <Table label={texts('title')} columns={columns}>
        <SortableContext
          items={[...order]}
          strategy={verticalListSortingStrategy}
          disabled={!mayMove || save.isPending}
        >
          {rows.map((row) => (
            <Row key={row.id} row={row} mayMove={mayMove} entries={acts(row)} />
          ))}
        </SortableContext>
      </Table>
    </DndContext>
  )
}

function Row({ row, mayMove, entries }: { row: Currency; mayMove: boolean; entries: readonly MenuEntry[] }) {
  const texts = useTexts(place)
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: row.id })
  const style = { transform: CSS.Translate.toString(transform), transition }
  return (
    <tr ref={setNodeRef} style={style} className={isDragging ? css.dragged : undefined}>
      {mayMove && (
        <td>
          <button
            type="button"
            ref={setActivatorNodeRef}
            className={css.handle}
            {...attributes}
            {...listeners}
            aria-label={texts('move.label', { name: row.code })}
          >
            <IconGripVertical size={18} stroke={1.75} aria-hidden />
          </button>
        </td>
      )}
      <td>
        <CurrencyLabel code={row.code} flagCode={row.flagCode} />
      </td>
      <td>
        <Link to={`/settings/currency/${row.id}`} className={css.name}>
          {row.name}
        </Link>
        {row.isLocal && <span className={css.muted}> · {texts('local')}</span>}
      </td>
      <td data-number>{groupDigits(String(row.quoteUnit))}</td>
      <td data-number>{groupDigits(row.cashUnit)}</td>
      <td data-number>{row.subCurrencyCount}</td>
      <td>
        <StatusBadge tone={row.isEnabled ? 'done' : 'ended'}>
          {texts(`values.isEnabled.${row.isEnabled}`)}
        </StatusBadge>
      </td>
      <td>
        {entries.length > 0 && (
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={texts('table.rowMenu')}>
                <IconDots size={18} stroke={1.75} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {entries
                .filter(({ danger }) => !danger)
                .map(({ label, onSelect }) => (
                  <Menu.Item key={label} onClick={onSelect}>
                    {label}
                  </Menu.Item>
                ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </td>
    </tr>
  )
}
