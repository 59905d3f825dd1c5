import { Button, FileButton, Group } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ProcessingButton } from '#kit/web/parts.web.tsx'
import { saveFile } from '#kit/web/save-file.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'

interface Props {
  /** The namespace that calls the two buttons `template` and `create`. */
  texts: string
  /** Where the page of what was sent lies. */
  home: string
  /** The empty file, which shows the columns there are. */
  template: () => Promise<unknown>
  send: (file: File) => Promise<{ id: string }>
  /** What is chosen before a file is. */
  children: ReactNode
}

/** Takes in a file of rows, CSV or XLSX, and goes to where one sees what becomes of it. */
export function SheetUpload({ texts: place, home, template, send, children }: Props) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const sending = useMutation({
    mutationFn: send,
    onSuccess: ({ id }) => void navigate({ to: `${home}/${id}` }),
  })
  const saving = useMutation({ mutationFn: async () => saveFile((await template()) as File) })
  return (
    <Group gap="xs" align="flex-end">
      {children}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} />}
        onClick={() => saving.mutate()}
      >
        {texts('template')}
      </Button>
      <FileButton accept=".csv,.xlsx" onChange={(file) => file && sending.mutate(file)}>
        {(props) => (
          <ProcessingButton
            {...props}
            busy={sending.isPending}
            leftSection={<IconUpload size={16} stroke={1.75} />}
          >
            {texts('create')}
          </ProcessingButton>
        )}
      </FileButton>
    </Group>
  )
}
