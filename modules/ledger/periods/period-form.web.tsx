import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { findFault, messageOf } from '#kit/web/failures.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import css from '../journal/ledger.module.css'

type FaultAt = (field: string) => string | undefined

interface Props {
  /** The namespace of its words; `act` is the word on the button, `said` what is said afterwards. */
  texts: string
  act: string
  said: string
  /** The field beside branch and reason whose fault stands at it; any other stands below. */
  field: string
  isReady: boolean
  send: (given: { branchId: string | null; reason: string }) => Promise<unknown>
  onSent: () => void
  children: (faultAt: FaultAt) => ReactNode
}

/** Asks for days of a branch or of the whole company, and why. */
export function PeriodForm({ texts: place, act, said, field, isReady, send, onSent, children }: Props) {
  const texts = useTexts(place)
  const [branchId, setBranchId] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () => send({ branchId, reason }),
    onSuccess: () => {
      snackbar.success(texts(said))
      setReason('')
      onSent()
    },
  })
  const faultAt: FaultAt = (name) => findFault(save.error, name)
  return (
    <>
      <div className={css.ask}>
        <BranchChoice
          label={texts('fields.branch')}
          placeholder={texts('company')}
          value={branchId}
          onChange={setBranchId}
        />
        {children(faultAt)}
        <TextInput
          label={texts('fields.reason')}
          w={300}
          maxLength={500}
          value={reason}
          error={faultAt('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ProcessingButton
          mt={25}
          busy={save.isPending}
          disabled={!isReady || reason.trim() === ''}
          onClick={() => save.mutate()}
        >
          {texts(act)}
        </ProcessingButton>
      </div>
      {save.error && faultAt(field) === undefined && <ErrorBox>{messageOf(save.error)}</ErrorBox>}
    </>
  )
}
