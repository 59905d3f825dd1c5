import { Anchor, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { messageOf } from '#kit/web/failures.web.ts'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { Trouble } from '../frame.web.tsx'
import { type AnyProof, type Asked, ProofForm } from '../proof-form.web.tsx'
import { stepUp } from './step-up.contract.ts'

const api = bindContract(stepUp)

/** Asks the person who is signed in to show again who they are, before an act that asks for it. */
export function StepUp({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const texts = useTexts('access:stepUp')
  useFocusBack()
  const [asked, setAsked] = useState<Asked>()
  const [trouble, setTrouble] = useState('')
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    api.begin.call().then(setAsked, (error: unknown) => setTrouble(messageOf(error)))
  }, [])
  async function prove(make: () => Promise<AnyProof>) {
    if (isBusy) return
    setBusy(true)
    setTrouble('')
    try {
      await api.prove.call({ proof: await make() })
      onAnswer(true)
    } catch (error) {
      setTrouble(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      centered
      size={420}
      title={texts('title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      onClose={() => onAnswer(false)}
      // Above the dialog that asked for the act.
      zIndex={400}
    >
      <Text mb="md">{texts('about')}</Text>
      {trouble && <Trouble text={trouble} />}
      {asked && (
        <ProofForm asked={asked} isBusy={isBusy} failed={trouble !== ''} onProof={(make) => void prove(make)}>
          <Anchor component="button" type="button" onClick={() => onAnswer(false)}>
            {texts('cancel')}
          </Anchor>
        </ProofForm>
      )}
    </Modal>
  )
}
