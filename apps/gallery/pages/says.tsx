import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { askNote, confirm, warn } from '#kit/web/dialogs.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { Said } from '../sheet.tsx'

const message = 'The deal KL-100042 is cancelled.\nThe customer gets the money back.'
const asked = {
  Confirmation: () => confirm({ message }),
  'Confirmation of what destroys': () =>
    confirm({
      title: 'Cancel KL-100042',
      message,
      confirm: 'Cancel the deal',
      cancel: 'Keep it',
      danger: true,
    }),
  Warning: () => warn({ message }),
  'Warning with a word of its own': () => warn({ message, confirm: 'I see' }),
  Note: () => askNote({ message, required: false }),
  'Required note': () => askNote({ message, required: true }),
}

/** Dialogs by name, and what each was answered. */
export function DialogsPage() {
  const [answers, setAnswers] = useState<unknown[]>([])
  return (
    <>
      <Group>
        {Object.entries(asked).map(([name, ask]) => (
          <Button
            key={name}
            variant="default"
            onClick={() => void ask().then((answer) => setAnswers((all) => [...all, answer ?? null]))}
          >
            {name}
          </Button>
        ))}
      </Group>
      <Said what={answers} />
    </>
  )
}

/** Messages at the foot of the screen. */
export const SnackbarsPage = () => (
  <Group>
    <Button variant="default" onClick={() => snackbar.success('Saved Successfully!')}>
      Success
    </Button>
    <Button
      variant="default"
      onClick={() => snackbar.error('The branch cannot be disabled yet.\n- 1 counter')}
    >
      Error
    </Button>
  </Group>
)
