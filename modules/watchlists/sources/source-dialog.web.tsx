import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { TypedNumber } from '#kit/web/typed-number.web.tsx'
import { bindContract } from '#kit/web/api.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { BusyButton, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { listsHome } from './lists.web.tsx'
import { Because } from '#kit/contract/shapes.contract.ts'
import { type ListState, screeningLists, SourceAddress } from './sources.contract.ts'

const api = bindContract(screeningLists)

interface SourceProps {
  list: ListState
  /** What the list is called. */
  name: string
}

/** Says where a list is fetched and how often, with the reason. */
export function SourceButton(props: SourceProps) {
  const texts = useTexts('watchlists:lists')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts('sourceOf.edit')}
      </Button>
      {isOpen && <SourceDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function SourceDialog({ list, name, onClose }: SourceProps & { onClose: () => void }) {
  const texts = useTexts('watchlists:lists')
  useFocusBack()
  const [address, setAddress] = useState(list.address)
  const [hours, setHours] = useState(String((list.everyMinutes ?? 360) / 60))
  const every = Number(readNumber(hours) ?? NaN)
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      api.updateSource.call({
        list: list.list,
        address: address.trim(),
        everyMinutes: Math.round(every * 60),
        note: note.trim(),
      }),
    onSuccess: ({ message }) => {
      onClose()
      snackbar.success(message)
    },
  })
  const isWrong = !SourceAddress.safeParse(address.trim()).success
  const isShort = !Because.safeParse(note).success
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isWrong && !isShort && every >= 1 && every <= 168 && !save.isPending) save.mutate()
  }
  return (
    <Modal
      opened
      centered
      closeOnClickOutside={false}
      title={texts('sourceOf.title', { list: name })}
      closeButtonProps={{ 'aria-label': texts('close') }}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={texts('sourceOf.address')}
            description={texts('sourceOf.about')}
            maxLength={500}
            value={address}
            error={isTried && isWrong && texts('sourceOf.wrong')}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <TypedNumber
            label={texts('sourceOf.hours')}
            rule={{}}
            value={hours}
            error={
              every > 168
                ? texts('faults.atMost.number', { most: 168 })
                : every < 1 && texts('faults.atLeast.number', { least: 1 })
            }
            onChange={setHours}
          />
          <Textarea
            label={texts('sourceOf.reason')}
            withAsterisk
            autosize
            minRows={2}
            maxLength={1000}
            value={note}
            error={isTried && isShort && texts('faults.atLeast.text', { least: 3 })}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts('cancel')}
            </Button>
            <ProcessingButton type="submit" busy={save.isPending}>
              {texts('save')}
            </ProcessingButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Ends a list of the company's own, with the reason. One that is gone has no page any more. */
export function EndButton({ list, name }: { list: string; name: string }) {
  const texts = useTexts('watchlists:lists')
  const navigate = useNavigate()
  const isAllowed = useIsAllowed(api.end)
  const end = useMutation({
    mutationFn: (note: string) => api.end.call({ list, note }),
    onSuccess: ({ message }) => {
      snackbar.success(message)
      void navigate({ to: listsHome, search: {} })
    },
  })
  async function ask() {
    const title = texts('ended.end')
    const note = await askNote({
      title,
      message: texts('ended.ask', { name }),
      confirm: title,
      required: true,
      danger: true,
    })
    if (note) end.mutate(note)
  }
  if (!isAllowed) return null
  return (
    <BusyButton variant="default" busy={end.isPending} onClick={() => void ask()}>
      {texts('ended.end')}
    </BusyButton>
  )
}
