import { Button, Group, Modal, MultiSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ProcessingButton } from '#kit/web/parts.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { AssignProps } from './assign.web.tsx'

/** The choice of what lies in a region or branch. */
export function AssignDialog({
  texts: place,
  choices,
  chosen,
  save,
  onClose,
}: AssignProps & { onClose: () => void }) {
  const texts = useTexts(place)
  const [ids, setIds] = useState([...chosen])
  const change = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      onClose()
      snackbar.success(texts('said.updated'))
      await queryClient.invalidateQueries()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts('assign')}
      closeButtonProps={{ 'aria-label': texts('close') }}
      closeOnClickOutside={false}
    >
      <MultiSelect
        data-autofocus
        searchable
        label={texts('fields.members')}
        description={texts('assignHelp')}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
        value={ids}
        onChange={setIds}
        nothingFoundMessage={texts('table.noResults')}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {texts('cancel')}
        </Button>
        <ProcessingButton busy={change.isPending} onClick={() => change.mutate(ids)}>
          {texts('save')}
        </ProcessingButton>
      </Group>
    </Modal>
  )
}
