import { Anchor, Tabs } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, bindContract } from '#kit/web/api.web.ts'
import { messageOf } from '#kit/web/failures.web.ts'
import { LoadingOverlay } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { RecoveryCodes } from '../factors/codes.web.tsx'
import { EnrolApp, EnrolPasskey } from '../factors/enrol.web.tsx'
import css from '../frame.module.css'
import { Frame, Trouble } from '../frame.web.tsx'
import { ProofForm } from '../proof-form.web.tsx'
import { whyNoPasskey } from '../proofs/passkey.web.ts'
import type { Enrolment, NewFactor, Proof } from '../proofs/proofs.contract.ts'
import type { Login } from './sign-in.contract.ts'
import { secondStep, type Step } from './second-step.contract.ts'

const api = bindContract(secondStep)

interface Props {
  credentials: { username: string; password: string; pin: string }
  onDone: (login: Login) => Promise<void>
  /** Back to the name and the password, with why. */
  onBack: (trouble?: string) => void
}

/** The second step of signing in: a passkey, the code of an app, or a recovery code; and adding one where it is required. */
export function SecondStep({ credentials, onDone, onBack }: Props) {
  const texts = useTexts('access:secondStep')
  const { step, trouble, isBusy, run } = useStep(credentials, onBack)
  const [added, setAdded] = useState<{ login: Login; codes: readonly string[] }>()
  const add = async (factor: NewFactor) => {
    if (!step) return
    const { login, recoveryCodes } = await api.enrol.call({ ticket: step.ticket, factor })
    setAdded({ login, codes: recoveryCodes })
  }
  if (added)
    return (
      <Frame title={texts('codes')}>
        <RecoveryCodes codes={added.codes} onKept={() => void onDone(added.login)} />
      </Frame>
    )
  const back = (
    <Anchor component="button" type="button" onClick={() => onBack()}>
      {texts('back')}
    </Anchor>
  )
  return (
    <Frame title={texts(step?.enrolment ? 'enrol' : 'title')}>
      {trouble && <Trouble text={trouble} />}
      {!step && (
        <div className={css.waiting}>
          <LoadingOverlay />
        </div>
      )}
      {step?.enrolment && <Enrol offer={step.enrolment} add={add} />}
      {step && !step.enrolment && (
        <ProofForm
          asked={step}
          isBusy={isBusy}
          failed={trouble !== ''}
          onProof={(make) =>
            void run(async ({ ticket }) =>
              onDone(await api.verify.call({ ticket, proof: (await make()) as Proof })),
            )
          }
        >
          {back}
        </ProofForm>
      )}
      {step?.enrolment && <div className={css.ways}>{back}</div>}
    </Frame>
  )
}

/** The first factor of a user whose role, or company, asks for one. */
function Enrol({ offer, add }: { offer: Enrolment; add: (factor: NewFactor) => Promise<void> }) {
  const texts = useTexts('access:factors')
  const why = whyNoPasskey(offer.site)
  return (
    <>
      <p className={css.about}>{texts('required')}</p>
      <Tabs defaultValue="totp" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="totp">{texts('values.kind.totp')}</Tabs.Tab>
          <Tabs.Tab value="passkey">{texts('values.kind.passkey')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="totp">{offer.totp && <EnrolApp offer={offer.totp} add={add} />}</Tabs.Panel>
        <Tabs.Panel value="passkey">
          {why ? (
            <p className={css.about}>{texts(`passkey.why.${why}`, { origin: offer.site.origin })}</p>
          ) : (
            <EnrolPasskey offer={offer.passkey ?? {}} add={add} />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** Begins the step, and runs what the person tries; a ticket that is over leads back to the password. */
function useStep(credentials: Props['credentials'], onBack: Props['onBack']) {
  const [step, setStep] = useState<Step>()
  const [trouble, setTrouble] = useState('')
  const [isBusy, setBusy] = useState(false)
  const started = useRef(false)
  const fail = useCallback(
    (error: unknown) => {
      const isOver = error instanceof ApiError && ['STEP_EXPIRED', 10000].includes(error.code)
      if (isOver) onBack(messageOf(error))
      else setTrouble(messageOf(error))
    },
    [onBack],
  )
  useEffect(() => {
    if (started.current) return
    started.current = true
    const { username, password, pin } = credentials
    api.begin.call({ username, password, pin: pin || null }).then(setStep, (error: unknown) => {
      onBack(messageOf(error))
    })
  }, [credentials, onBack])
  async function run(work: (step: Step) => Promise<void>) {
    if (!step || isBusy) return
    setBusy(true)
    setTrouble('')
    try {
      await work(step)
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  return { step, trouble, isBusy, run }
}
