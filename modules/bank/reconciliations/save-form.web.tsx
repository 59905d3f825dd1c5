import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { findFault, messageOf, readFaults } from '#kit/web/failures.web.ts'
import { groupDigits } from '#kit/web/format.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { TypedNumber } from '#kit/web/typed-number.web.tsx'
import { type ReconciliationDetail, bankReconciliations } from './reconciliations.contract.ts'

const api = bindContract(bankReconciliations)

/** The closing balance as the bank has it, and a note. */
export function SaveForm({ row, onClose }: { row: ReconciliationDetail; onClose: () => void }) {
  const texts = useTexts('bank:reconciliations')
  const [closing, setClosing] = useState(groupDigits(row.closing))
  const [note, setNote] = useState(row.note)
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () => api.save.call({ id: row.id, version: row.version, closing: numberOf(closing), note }),
    onSuccess: () => {
      snackbar.success(texts('said.save'))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={texts('actions.save')}>
      <Stack gap={12}>
        <TypedNumber
          label={texts('fields.closing')}
          rule={{}}
          value={closing}
          error={findFault(save.error, 'closing')}
          onChange={setClosing}
        />
        <Textarea
          label={texts('fields.note')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {save.error && readFaults(save.error).length === 0 && <ErrorBox>{messageOf(save.error)}</ErrorBox>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts('cancel')}
          </Button>
          <ProcessingButton busy={save.isPending} onClick={() => save.mutate()}>
            {texts('actions.save')}
          </ProcessingButton>
        </Group>
      </Stack>
    </Modal>
  )
}
