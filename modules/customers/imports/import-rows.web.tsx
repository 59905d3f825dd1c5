import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as z from 'zod'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { ListTable } from '#kit/web/list/list-table.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Tone } from '#kit/web/values.web.tsx'
import { DialogForm } from '../profiles/dialog-form.web.tsx'
import { type Import, type ImportRow, imports } from './imports.contract.ts'
import type { RowState } from './imports.domain.ts'

const api = bindContract(imports)
const place = 'customers:imports'

/** Not a value of the customer but what somebody says of the row. */
const confirmation = 'isDuplicateConfirmed'

const isMoving = ({ state }: Import) => state === 'checking' || state === 'importing'
const rowTones: Record<RowState, Tone> = {
  good: 'waiting',
  bad: 'attention',
  done: 'done',
  refused: 'stopped',
}

/** What was found row by row; whoever may mends one by a click. */
export function ImportRows({ one, mayMend }: { one: Import; mayMend: boolean }) {
  const texts = useTexts(place)
  const [shown, setShown] = useState<RowState | 'all'>(
    one.bad > 0 ? (one.state === 'finished' ? 'all' : 'bad') : 'all',
  )
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 })
  const [open, setOpen] = useState<ImportRow>()
  const query = useQuery({
    ...api.rows.queryOptions({ id: one.id, state: shown === 'all' ? null : shown, ...page }),
    enabled: one.state !== 'failed',
    refetchInterval: isMoving(one) ? 2000 : false,
  })
  return (
    <>
      <SegmentedControl
        aria-label={texts('fields.state')}
        value={shown}
        onChange={(value) => {
          setShown(value as typeof shown)
          setPage({ ...page, pageNum: 1 })
        }}
        data={['all', 'bad', 'good', 'done', 'refused'].map((value) => ({
          value,
          label: texts(`rows.${value}`),
        }))}
      />
      <ListTable<ImportRow>
        texts={place}
        label={texts('rows.title')}
        height={520}
        rowId={({ rowNumber }) => String(rowNumber)}
        columns={[
          { key: 'rowNumber', kind: 'number', width: 90 },
          { key: 'state', kind: 'badge', tones: rowTones, width: 150 },
          {
            key: 'customerId',
            width: 240,
            cell: (id, { given }) =>
              id ? (
                <TextLink to={`/customer/${one.customerType === 1 ? 'individual' : 'corporate'}/${id}`}>
                  {given.name ?? ''}
                </TextLink>
              ) : (
                (given.name ?? null)
              ),
          },
          {
            key: 'faults',
            width: 520,
            cell: (faults) =>
              faults
                .map(({ field, message }) =>
                  field === confirmation ? message : `${texts(`fields.${field}`)}: ${message}`,
                )
                .join(' · '),
          },
        ]}
        query={query}
        {...page}
        emptyState={texts('rows.none')}
        sort={[]}
        onSort={() => undefined}
        onPage={({ page: pageNum, limit }) => setPage({ pageNum, pageSize: Math.min(limit, 100) })}
        onRowClick={mayMend ? setOpen : undefined}
        onRowActivate={mayMend ? setOpen : undefined}
      />
      {open && <Mend importId={one.id} row={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** Every field of a row that has something in it or is wrong, as it was written. */
function Mend({ importId, row, onClose }: { importId: string; row: ImportRow; onClose: () => void }) {
  const texts = useTexts(place)
  const fields = useMemo(() => {
    const all = ['name', ...row.faults.map(({ field }) => field), ...Object.keys(row.given)]
    // The question whether it is somebody else comes last, once the rest is as it should be.
    return [...new Set(all)].toSorted((a, b) => Number(a === confirmation) - Number(b === confirmation))
  }, [row])
  const draft = useMemo(
    () =>
      z.strictObject(
        Object.fromEntries(
          fields.map((field) => [
            field,
            field === confirmation ? z.boolean().default(false) : z.string().max(2000).default(''),
          ]),
        ),
      ),
    [fields],
  )
  const F = fieldsOf(draft)
  const faultOf = (field: string) => row.faults.find((one) => one.field === field)?.message
  return (
    <DialogForm
      texts={place}
      title={texts('mend', { row: row.rowNumber })}
      draft={draft}
      values={{ ...row.given, [confirmation]: row.given[confirmation] === 'yes' }}
      save={({ [confirmation]: isConfirmed, ...given }) =>
        api.updateRow.call({
          id: importId,
          rowNumber: row.rowNumber,
          given: { ...(given as Record<string, string>), ...(isConfirmed ? { [confirmation]: 'yes' } : {}) },
        })
      }
      onClose={onClose}
    >
      {fields.map((field) => {
        const help = faultOf(field)
        const asked = { name: field, ...(help ? { help } : {}) }
        return field === confirmation ? (
          <F.Checkbox key={field} {...asked} />
        ) : (
          <F.Text key={field} {...asked} />
        )
      })}
    </DialogForm>
  )
}
