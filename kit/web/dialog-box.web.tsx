import { Button, Group, Kbd, Modal, Text, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dialog } from './dialog.web.ts'
import { useFocusBack } from './focus.web.ts'

const longestNote = 1000

/** A press beside the dialog does not take the focus out of it. */
const keepFocus = (event: MouseEvent) => {
  if (!(event.target as Element).closest('[role=dialog]')) event.preventDefault()
}

/** In a note Enter begins a line, so what sends a form elsewhere sends it here. */
const sendWithControl = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/**
 * One dialog of `confirm`, `warn` or `askNote`. Enter confirms, in a note Ctrl+Enter; Escape cancels; a click beside it does
 * nothing.
 */
export function DialogBox({ kind, title, message, confirm, cancel, danger, required, answer }: Dialog) {
  const { t } = useTranslation('kit')
  useFocusBack()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const isNote = kind === 'note'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isNote && required && !note.trim()) return setMissing(true)
    answer(isNote ? note.trim() : true)
  }
  return (
    <Modal
      opened
      centered
      size={460}
      title={title ?? t(`dialogs.${kind}`)}
      onClose={() => answer(false)}
      withCloseButton={false}
      onMouseDown={keepFocus}
    >
      <form onSubmit={submit}>
        {message && <Text style={{ whiteSpace: 'pre-line' }}>{message}</Text>}
        {isNote && (
          <Textarea
            mt={message ? 'md' : undefined}
            data-autofocus
            autosize
            minRows={3}
            maxRows={10}
            maxLength={longestNote}
            label={t('dialogs.noteLabel')}
            withAsterisk={required}
            value={note}
            error={missing && !note.trim() ? t('faults.required') : undefined}
            onChange={(event) => setNote(event.currentTarget.value)}
            onKeyDown={sendWithControl}
          />
        )}
        <Group justify="flex-end" mt="xl" gap="sm">
          {kind !== 'warning' && (
            <Button variant="default" onClick={() => answer(false)}>
              {cancel ?? t('cancel')}
            </Button>
          )}
          <Button
            type="submit"
            color={danger ? 'red' : undefined}
            data-autofocus={!isNote || undefined}
            aria-keyshortcuts={isNote ? 'Control+Enter' : undefined}
            rightSection={
              isNote && (
                <Kbd size="xs" aria-hidden visibleFrom="sm">
                  Ctrl ↵
                </Kbd>
              )
            }
          >
            {confirm ?? t(kind === 'confirm' ? 'confirm' : 'ok')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
