import { Button, Group, Modal, SimpleGrid, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { ProcessingButton } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Seat } from '../entry/at-counter.web.tsx'
import { useColumnName } from './column-names.web.ts'
import { type ImportRow, orderImports } from './order-imports.contract.ts'
import { importColumns, mostLetters } from './order-imports.domain.ts'

const api = bindContract(orderImports)

interface Props {
  seat: Seat
  fileHash: string
  row: ImportRow
  put: (row: ImportRow) => void
  close: () => void
}

/** One row as it was written, what is wrong at its fields; it is looked at anew, and closes once it is right. */
export function MendRow({ seat, fileHash, row, put, close }: Props) {
  const texts = useTexts('remittance:orderImport')
  const name = useColumnName()
  const [given, setGiven] = useState(row.given)
  const [faults, setFaults] = useState(row.faults)
  const check = useMutation({
    mutationFn: () => api.checkRow.call({ ...seat, fileHash, rowNumber: row.rowNumber, given }),
    onSuccess: (looked) => {
      put(looked)
      setFaults(looked.faults)
      if (looked.faults.length === 0) close()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!check.isPending) check.mutate()
  }
  return (
    <Modal
      opened
      centered
      size="xl"
      title={texts('mend', { row: row.rowNumber })}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': texts('cancel') }}
      onClose={close}
    >
      <form onSubmit={submit} noValidate>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {importColumns.map((column) => (
            <TextInput
              key={column}
              label={name(column)}
              maxLength={mostLetters}
              value={given[column] ?? ''}
              error={faults.find(({ field }) => field === column)?.message}
              onChange={({ currentTarget: { value } }) => setGiven((now) => ({ ...now, [column]: value }))}
            />
          ))}
        </SimpleGrid>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {texts('cancel')}
          </Button>
          <ProcessingButton type="submit" busy={check.isPending}>
            {texts('check')}
          </ProcessingButton>
        </Group>
      </form>
    </Modal>
  )
}
