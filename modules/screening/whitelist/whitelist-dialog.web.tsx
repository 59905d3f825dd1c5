import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { today } from '#kit/web/format.web.ts'
import { ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Because } from '#kit/contract/shapes.contract.ts'
import type { Candidate } from '../screenings/screenings.contract.ts'
import { place } from '../screenings/words.web.ts'
import { whitelist } from './whitelist.contract.ts'

const api = bindContract(whitelist)

interface WhitelistProps {
  candidate: Candidate
  /** Whom the customer is called. */
  customer: string
}

/** Proposes that customer and entry are not the same, for a second person to agree. */
export function WhitelistButton(props: WhitelistProps) {
  const texts = useTexts(place)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts('whitelist.propose')}
      </Button>
      {isOpen && <WhitelistDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** As long as a pair may hold. */
const inAYear = () => new Date(Date.parse(today()) + 365 * 86_400_000).toISOString().slice(0, 10)

function WhitelistDialog({ candidate, customer, onClose }: WhitelistProps & { onClose: () => void }) {
  const texts = useTexts(place)
  useFocusBack()
  const [expiresOn, setExpiresOn] = useState(inAYear)
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const propose = useMutation({
    mutationFn: () => api.propose.call({ id: candidate.id, expiresOn, note: note.trim() }),
    onSuccess: () => {
      onClose()
      snackbar.success(texts('whitelist.proposed'))
    },
  })
  const isShort = !Because.safeParse(note).success
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isShort && expiresOn && !propose.isPending) propose.mutate()
  }
  return (
    <Modal
      opened
      centered
      closeOnClickOutside={false}
      title={texts('whitelist.propose')}
      closeButtonProps={{ 'aria-label': texts('close') }}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p style={{ margin: 0 }}>{texts('whitelist.about', { customer, entry: candidate.entryName })}</p>
          <DateBox
            label={texts('whitelist.expiresOn')}
            withAsterisk
            min={today()}
            value={expiresOn}
            onChange={setExpiresOn}
            error={isTried && !expiresOn ? texts('faults.required') : undefined}
          />
          <Textarea
            data-autofocus
            label={texts('whitelist.reason')}
            withAsterisk
            autosize
            minRows={3}
            maxLength={1000}
            value={note}
            error={isTried && isShort ? texts('faults.atLeast.text', { least: 3 }) : undefined}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts('cancel')}
            </Button>
            <ProcessingButton type="submit" busy={propose.isPending}>
              {texts('save')}
            </ProcessingButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
