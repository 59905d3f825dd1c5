import { Button, Group, Modal, MultiSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ProcessingButton, TextLink } from '#kit/web/parts.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import css from './structure.module.css'

interface AssignProps {
  /** Where the texts are: `assign`, `assignHelp`. */
  texts: string
  choices: readonly { id: string; name: string }[]
  chosen: readonly string[]
  save: (ids: string[]) => Promise<unknown>
}

/** A button that opens the choice of what lies in a region or branch, and saves it at once. */
export function AssignButton({ texts: place, choices, chosen, save }: AssignProps) {
  const texts = useTexts(place)
  const [ids, setIds] = useState<string[]>()
  const change = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      setIds(undefined)
      snackbar.success(texts('said.updated'))
      await queryClient.invalidateQueries()
    },
  })
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIds([...chosen])}>
        {texts('assign')}
      </Button>
      <Modal
        opened={ids !== undefined}
        onClose={() => setIds(undefined)}
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
          value={ids ?? []}
          onChange={setIds}
          nothingFoundMessage={texts('table.noResults')}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setIds(undefined)}>
            {texts('cancel')}
          </Button>
          <ProcessingButton busy={change.isPending} onClick={() => change.mutate(ids ?? [])}>
            {texts('save')}
          </ProcessingButton>
        </Group>
      </Modal>
    </>
  )
}

interface Member {
  id: string
  name: string
  code: string
  isEnabled: boolean
}

/** What lies in a region or branch, each a way to its page. */
export function Members({
  texts: place,
  members,
  to,
}: {
  texts: string
  members: readonly Member[]
  to: string
}) {
  const texts = useTexts(place)
  if (members.length === 0) return <p className={css.nothing}>{texts('noMembers')}</p>
  return (
    <ul className={css.members}>
      {members.map(({ id, name, code, isEnabled }) => (
        <li key={id}>
          <TextLink to={`${to}/${id}`}>{name}</TextLink>
          <span className="agio-code">{code}</span>
          {!isEnabled && <span className={css.off}>{texts('values.isEnabled.false')}</span>}
        </li>
      ))}
    </ul>
  )
}
