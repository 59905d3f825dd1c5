import { Button, Title } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '#kit/web/failures.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { UploadField } from '#kit/web/form/upload-field.web.tsx'
import { dateTimeText, shortName } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { saveFile } from '#kit/web/save-file.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Attachment, attachmentRule } from './attachments.contract.ts'

const place = 'documents:attachments'

/** What of the calls of a kind of document its files need. */
interface AttachmentApi {
  attachments: {
    queryOptions: (input: { id: string }) => { queryKey: readonly unknown[]; queryFn?: unknown }
  }
  attach: { call: (input: { id: string; version: number; file: File }) => Promise<unknown> }
  attachment: { call: (input: { id: string; attachmentId: string }) => Promise<unknown> }
}

/** The files of a document, each to be taken away; whoever may change the document adds one. */
export function Attachments({ api, row }: { api: AttachmentApi; row: { id: string; version: number } }) {
  const texts = useTexts(place)
  const { id, version } = row
  const query = useQuery<Attachment[]>(api.attachments.queryOptions({ id }) as never)
  const { canUpdate } = usePermissionFlags({ update: api.attach } as never)
  const add = useMutation({
    meta: { handled: true },
    mutationFn: (file: File) => api.attach.call({ id, version, file }),
    onSuccess: () => snackbar.success(texts('said')),
  })
  const take = useMutation({
    mutationFn: async (attachmentId: string) =>
      saveFile((await api.attachment.call({ id, attachmentId })) as File),
  })
  return (
    <section>
      <Title order={2} size="h4" mt="md" mb="xs">
        {texts('title')}
      </Title>
      <Loaded query={query} height={60}>
        {(files) =>
          files.length === 0 ? (
            <p>{texts('empty')}</p>
          ) : (
            <ul>
              {files.map((file) => (
                <li key={file.id}>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    leftSection={<IconPaperclip size={16} stroke={1.75} aria-hidden />}
                    onClick={() => take.mutate(file.id)}
                  >
                    {shortName(file.name)}
                  </Button>{' '}
                  {texts('added', { by: file.addedBy, at: dateTimeText(file.addedAt) })}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {canUpdate && (
        <UploadField
          add={texts('add')}
          files={[]}
          accept={attachmentRule.types.join(',')}
          disabled={add.isPending}
          {...(add.error ? { error: messageOf(add.error) } : {})}
          onChange={([added]) => added?.file && add.mutate(added.file)}
        />
      )}
    </section>
  )
}
