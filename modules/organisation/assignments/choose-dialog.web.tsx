import { Button, Group, Modal, MultiSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'

export interface ChooseDialogProps {
  /** Where the texts are: `assign`, `assignHelp`, `fields.members`. */
  texts: string
  choices: readonly { id: string; name: string }[]
  chosen: readonly string[]
  save: (ids: string[]) => Promise<unknown>
  onClose: () => void
}

/** Asks which of many belong to something, and saves it at once. */
export function ChooseDialog({ texts: place, choices, chosen, save, onClose }: ChooseDialogProps) {
  const texts = useTexts(place)
  useFocusBack()
  const [ids, setIds] = useState([...chosen])
  const change = useMutation({
    mutationFn: save,
    onSuccess: () => {
      onClose()
      snackbar.success(texts('said.updated'))
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
        data={[...new Map(choices.map(({ id, name }) => [id, { value: id, label: name }])).values()]}
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
