import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { findFault, messageOf, readFaults } from '#kit/web/failures.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'

interface ActDialogProps {
  /** Where `actions.<act>` and `said.<act>` are said. */
  texts: string
  act: string
  call: () => Promise<unknown>
  onClose: () => void
  /** Its fields, each with its fault. */
  children: (faultAt: (field: string) => string | undefined) => ReactNode
}

/** What an act on a document asks for; a fault of no field stands below. */
export function ActDialog({ texts, act, call, onClose, children }: ActDialogProps) {
  const say = useTexts(texts)
  const save = useMutation({
    meta: { handled: true },
    mutationFn: call,
    onSuccess: () => {
      snackbar.success(say(`said.${act}`))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={say(`actions.${act}`)} withCloseButton={false}>
      <Stack gap={12}>
        {children((field) => findFault(save.error, field))}
        {save.error && readFaults(save.error).length === 0 && <ErrorBox>{messageOf(save.error)}</ErrorBox>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <ProcessingButton busy={save.isPending} onClick={() => save.mutate()}>
            {say(`actions.${act}`)}
          </ProcessingButton>
        </Group>
      </Stack>
    </Modal>
  )
}
