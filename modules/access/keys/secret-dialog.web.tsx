import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { messageOf } from '#kit/web/failures.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { createStore } from '#kit/web/store.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'

interface Shown {
  secret: string
  onKept: () => void
}

const shown = createStore<Shown | undefined>(undefined)

/** Shows a secret that is never shown again, until the person says that it is kept; `<SecretDialog />` must be on the page. */
export const showSecret = (secret: string) =>
  new Promise<void>((resolve) => {
    const onKept = () => {
      shown.set(undefined)
      resolve()
    }
    shown.set({ secret, onKept })
  })

/** Where `showSecret` shows. Neither Escape nor a click beside it closes it: what is lost here is lost. */
export function SecretDialog({ texts: place }: { texts: string }) {
  const texts = useTexts(place)
  const open = shown.use()
  if (!open) return null
  const { secret, onKept } = open
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => snackbar.success(texts('secret.copied')),
      (error: unknown) => snackbar.error(messageOf(error)),
    )
  return (
    <Modal
      opened
      onClose={onKept}
      title={texts('secret.title')}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      size="lg"
    >
      <Stack>
        <Text>{texts('secret.about')}</Text>
        <Code
          block
          aria-label={texts('secret.title')}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
        >
          {secret}
        </Code>
        <Group>
          {/* Browsers offer it on secure addresses only. */}
          {'clipboard' in navigator && (
            <Button
              variant="default"
              leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
              onClick={() => void copy()}
            >
              {texts('secret.copy')}
            </Button>
          )}
          <Button data-autofocus onClick={onKept}>
            {texts('secret.kept')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
