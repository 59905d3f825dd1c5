import { Button, FileButton, Stack } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { messageOf, readFaults } from '#kit/web/failures.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { EmptyState, PageHeader, ProcessingButton, TextLink } from '#kit/web/parts.web.tsx'
import { saveFile } from '#kit/web/save-file.web.ts'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { SheetNotes } from '#modules/customers/public.web.tsx'
import { AtCounter, type Seat } from '../entry/at-counter.web.tsx'
import { orders } from '../orders/orders.contract.ts'
import { type ImportRow, orderImports } from './order-imports.contract.ts'
import { MendRow } from './mend-row.web.tsx'
import { useColumnName } from './column-names.web.ts'

const api = bindContract(orderImports)
const orderApi = bindContract(orders)
const place = 'remittance:orderImport'

/** Orders out of a table, at the counter at which the person works. */
export const OrderImportPage = () => <AtCounter>{(seat) => <OrderImport seat={seat} />}</AtCounter>

function useImport(seat: Seat) {
  const [rows, setRows] = useState<readonly ImportRow[]>([])
  const again = useRef<() => void>(null)
  const put = (row: ImportRow) =>
    setRows((all) => all.map((one) => (one.rowNumber === row.rowNumber ? row : one)))
  const read = useMutation({
    mutationFn: (file: File) => api.import.call({ ...seat, file }),
    onSuccess: (found) => setRows(found.rows),
    onSettled: () => again.current?.(),
  })
  const create = useMutation({
    mutationFn: async () => {
      // One after the other: of two alike the second is refused.
      for (const row of rows) if (row.draft) put(await made(row, row.draft))
    },
  })
  return { rows, put, read, create, again }
}

/** A row as an order, or with what it is refused for. */
async function made(row: ImportRow, draft: NonNullable<ImportRow['draft']>): Promise<ImportRow> {
  try {
    const { id, number } = await orderApi.create.call(draft)
    return { ...row, draft: null, order: { id, number } }
  } catch (error) {
    const faults = readFaults(error as Error).map(({ field, message }) => ({
      field: field.replace(/^recipient\./, ''),
      code: '',
      message,
    }))
    const [first = { field: '', code: '', message: messageOf(error as Error) }, ...others] = faults
    return { ...row, draft: null, faults: [first, ...others] }
  }
}

function OrderImport({ seat }: { seat: Seat }) {
  const texts = useTexts(place)
  const { rows, put, read, create, again } = useImport(seat)
  const [open, setOpen] = useState<ImportRow>()
  const saving = useMutation({ mutationFn: async () => saveFile((await api.template.call()) as File) })
  const good = rows.filter(({ draft }) => draft !== null).length
  const done = rows.filter(({ order }) => order !== null).length
  return (
    <SheetPage>
      <PageHeader title={texts('title')} back={{ to: '/remittance' }}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          onClick={() => saving.mutate()}
        >
          {texts('template')}
        </Button>
        <FileButton resetRef={again} accept=".csv,.xlsx" onChange={(file) => file && read.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={read.isPending}
              leftSection={<IconUpload size={16} stroke={1.75} />}
            >
              {texts('choose')}
            </Button>
          )}
        </FileButton>
        {rows.length > 0 && (
          <ProcessingButton busy={create.isPending} disabled={good === 0} onClick={() => create.mutate()}>
            {texts('make', { count: good })}
          </ProcessingButton>
        )}
      </PageHeader>
      {read.data ? (
        <Stack gap="md">
          <Suspense>
            <SheetNotes {...read.data} />
          </Suspense>
          <p role="status">{texts('counts', { good, done, bad: rows.length - good - done })}</p>
          <Rows rows={rows} mend={setOpen} />
        </Stack>
      ) : (
        <EmptyState text={texts('empty')} />
      )}
      {open && read.data && (
        <MendRow
          seat={seat}
          fileHash={read.data.fileHash}
          row={open}
          put={put}
          close={() => setOpen(undefined)}
        />
      )}
    </SheetPage>
  )
}

function Rows({ rows, mend }: { rows: readonly ImportRow[]; mend: (row: ImportRow) => void }) {
  const texts = useTexts(place)
  const name = useColumnName()
  return (
    <Lines
      texts={place}
      label={texts('rows')}
      rows={rows}
      rowKey={({ rowNumber }) => String(rowNumber)}
      columns={[
        { key: 'rowNumber', kind: 'number', isHead: true },
        { key: 'customer' },
        { key: 'recipient', cell: ({ given }) => given.recipientName ?? '' },
        {
          key: 'price',
          isNumber: true,
          cell: ({ price, given }) =>
            price &&
            `${groupDigits(price.sends)} → ${groupDigits(price.gets)} ${given.currency?.toUpperCase() ?? ''}`,
        },
        {
          key: 'state',
          cell: ({ order, draft }) =>
            order ? (
              <TextLink to={`/remittance/${order.id}`}>{order.number}</TextLink>
            ) : (
              <StatusBadge tone={draft ? 'waiting' : 'attention'}>
                {texts(draft ? 'good' : 'bad')}
              </StatusBadge>
            ),
        },
        {
          key: 'faults',
          cell: ({ faults }) =>
            faults.map(({ field, message }) => (field ? `${name(field)}: ${message}` : message)).join(' · '),
        },
        {
          key: 'mend',
          cell: (row) =>
            row.order === null && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={texts('mend', { row: row.rowNumber })}
                onClick={() => mend(row)}
              >
                {texts('mendShort')}
              </Button>
            ),
        },
      ]}
    />
  )
}
