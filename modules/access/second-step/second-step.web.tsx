import { Anchor, Button, TextInput } from '@mantine/core'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, bindContract } from '#kit/web/api.web.ts'
import { messageOf } from '#kit/web/failures.web.ts'
import { LoadingOverlay } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CodeField } from '../code-field.web.tsx'
import css from '../frame.module.css'
import { Frame, Trouble } from '../frame.web.tsx'
import { signWithPasskey, whyNoPasskey } from '../proofs/passkey.web.ts'
import type { Proof } from '../proofs/proofs.contract.ts'
import type { Login } from '../sign-in/sign-in.contract.ts'
import { secondStep, type Step } from './second-step.contract.ts'

const api = bindContract(secondStep)

interface Props {
  credentials: { username: string; password: string; pin: string }
  onDone: (login: Login) => Promise<void>
  /** Back to the name and the password, with why. */
  onBack: (trouble?: string) => void
}

/** The second step of signing in: a passkey, the code of an app, or a recovery code. */
export function SecondStep({ credentials, onDone, onBack }: Props) {
  const texts = useTexts('access:secondStep')
  const { step, trouble, isBusy, run } = useStep(credentials, onBack)
  const [isRecovery, setRecovery] = useState(false)
  const canPasskey = step?.passkey && whyNoPasskey(step.site) === undefined
  const send = (proof: () => Proof | Promise<Proof>) =>
    void run(async ({ ticket }) => onDone(await api.verify.call({ ticket, proof: await proof() })))
  const hasApp = step?.kinds.includes('totp') === true
  // What is asked is asked alone: an app's code, unless the person has lost it or has none.
  const way = isRecovery || !(hasApp || canPasskey) ? 'recovery' : hasApp ? 'totp' : 'passkey'
  return (
    <Frame title={texts('title')}>
      {trouble && <Trouble text={trouble} />}
      {!step && (
        <div className={css.waiting}>
          <LoadingOverlay />
        </div>
      )}
      {step && way !== 'passkey' && (
        <CodeForm
          key={way}
          kind={way}
          isBusy={isBusy}
          failed={trouble !== ''}
          onCode={(code) => send(() => ({ kind: way, code }))}
        />
      )}
      {canPasskey && !isRecovery && (
        <Button
          fullWidth
          mt={hasApp ? 16 : 0}
          variant={hasApp ? 'default' : 'filled'}
          autoFocus={!hasApp}
          loading={isBusy && !hasApp}
          onClick={() =>
            send(async () => ({ kind: 'passkey', response: await signWithPasskey(step.passkey ?? {}) }))
          }
        >
          {texts('usePasskey')}
        </Button>
      )}
      <div className={css.ways}>
        {step && (hasApp || canPasskey) && (
          <Anchor component="button" type="button" onClick={() => setRecovery(!isRecovery)}>
            {texts(isRecovery ? 'otherWay' : 'useRecovery')}
          </Anchor>
        )}
        <Anchor component="button" type="button" onClick={() => onBack()}>
          {texts('back')}
        </Anchor>
      </div>
    </Frame>
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

interface CodeFormProps {
  kind: 'totp' | 'recovery'
  isBusy: boolean
  failed: boolean
  onCode: (code: string) => void
}

function CodeForm({ kind, isBusy, failed, onCode }: CodeFormProps) {
  const texts = useTexts('access:secondStep')
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!failed) return
    field.current?.focus()
    field.current?.select()
  }, [failed])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCode(code)
  }
  return (
    <form onSubmit={submit} noValidate>
      {kind === 'totp' ? (
        <CodeField
          ref={field}
          name="code"
          label={texts('code')}
          description={texts('codeHelp')}
          autoFocus
          value={code}
          onCode={setCode}
          onWhole={onCode}
        />
      ) : (
        <TextInput
          ref={field}
          name="recovery"
          label={texts('recovery')}
          description={texts('recoveryHelp')}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <Button
        type="submit"
        fullWidth
        loading={isBusy}
        disabled={kind === 'totp' ? code.length < 6 : !code.trim()}
      >
        {texts('confirm')}
      </Button>
    </form>
  )
}
