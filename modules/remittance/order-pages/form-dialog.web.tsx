import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageOf } from '#kit/web/failures.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'

interface FormDialogProps {
  texts: string
  title: string
  /** What is sent when the form is; its failure stands above the buttons. */
  change: { error: Error | null; isPending: boolean; mutate: () => void }
  /** Of the button; *Save* else. */
  confirm?: string
  isReady?: boolean
  /** What a failure says besides, by field. */
  faults?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, and the two ways out of it. */
export function FormDialog(props: FormDialogProps) {
  const { title, change, confirm, isReady = true, faults, onClose, children } = props
  const texts = useTexts(props.texts)
  return (
    <Modal opened withCloseButton={false} onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending) change.mutate()
        }}
      >
        <Stack gap={12}>
          {children}
          {change.error !== null && (
            <ErrorBox>
              {messageOf(change.error)}
              {faults}
            </ErrorBox>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts('cancel')}
            </Button>
            <ProcessingButton type="submit" busy={change.isPending} disabled={!isReady}>
              {confirm ?? texts('save')}
            </ProcessingButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
