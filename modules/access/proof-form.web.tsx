import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '#kit/web/texts.web.ts'
import { CodeField } from './code-field.web.tsx'
import css from './frame.module.css'
import { signWithPasskey, whyNoPasskey } from './proofs/passkey.web.ts'
import type { Enrolment, Proof } from './proofs/proofs.contract.ts'

export interface Asked {
  kinds: readonly ('totp' | 'passkey' | 'recovery' | 'password')[]
  passkey: object | null
  site: Enrolment['site']
}
export type AnyProof = Proof | { kind: 'password'; password: string }

interface Props {
  asked: Asked
  isBusy: boolean
  /** What was tried last was refused: it is selected, to be typed over. */
  failed: boolean
  onProof: (make: () => Promise<AnyProof>) => void
  /** Further ways on, below. */
  children?: ReactNode
}

/** Asks for one proof: a password, the code of an app, a passkey, or a recovery code for who has none of them at hand. */
export function ProofForm({ asked, isBusy, failed, onProof, children }: Props) {
  const texts = useTexts('access:secondStep')
  const [isRecovery, setRecovery] = useState(false)
  const has = (kind: Asked['kinds'][number]) => asked.kinds.includes(kind)
  const canPasskey = asked.passkey !== null && whyNoPasskey(asked.site) === undefined
  const isLast = !has('totp') && !canPasskey && !has('password')
  const way =
    isRecovery || isLast ? 'recovery' : has('password') ? 'password' : has('totp') ? 'totp' : 'passkey'
  return (
    <>
      {way !== 'passkey' && (
        <SecretForm
          key={way}
          kind={way}
          isBusy={isBusy}
          failed={failed}
          onSecret={(text) =>
            onProof(() =>
              Promise.resolve(way === 'password' ? { kind: way, password: text } : { kind: way, code: text }),
            )
          }
        />
      )}
      {canPasskey && !isRecovery && (
        <Button
          fullWidth
          mt={way === 'passkey' ? 0 : 16}
          variant={way === 'passkey' ? 'filled' : 'default'}
          autoFocus={way === 'passkey'}
          data-autofocus={way === 'passkey' || undefined}
          loading={isBusy && way === 'passkey'}
          onClick={() =>
            onProof(async () => ({ kind: 'passkey', response: await signWithPasskey(asked.passkey ?? {}) }))
          }
        >
          {texts('usePasskey')}
        </Button>
      )}
      <div className={css.ways}>
        {has('recovery') && !isLast && (
          <Anchor component="button" type="button" onClick={() => setRecovery(!isRecovery)}>
            {texts(isRecovery ? 'otherWay' : 'useRecovery')}
          </Anchor>
        )}
        {children}
      </div>
    </>
  )
}

interface SecretFormProps {
  kind: 'totp' | 'recovery' | 'password'
  isBusy: boolean
  failed: boolean
  onSecret: (text: string) => void
}

function SecretForm({ kind, isBusy, failed, onSecret }: SecretFormProps) {
  const texts = useTexts('access:secondStep')
  const [value, setValue] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!failed) return
    field.current?.focus()
    field.current?.select()
  }, [failed])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSecret(value)
  }
  const common = { ref: field, name: kind, value, autoFocus: true, 'data-autofocus': true }
  const onChange = (event: { currentTarget: HTMLInputElement }) => setValue(event.currentTarget.value)
  return (
    <form onSubmit={submit} noValidate className={css.fields}>
      {kind === 'totp' && (
        <CodeField
          {...common}
          label={texts('code')}
          description={texts('codeHelp')}
          onCode={setValue}
          onWhole={onSecret}
        />
      )}
      {kind === 'recovery' && (
        <TextInput
          {...common}
          label={texts('recovery')}
          description={texts('recoveryHelp')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          onChange={onChange}
        />
      )}
      {kind === 'password' && (
        <PasswordInput
          {...common}
          label={texts('password')}
          autoComplete="current-password"
          maxLength={200}
          visibilityToggleButtonProps={{ 'aria-label': texts('showPassword'), tabIndex: 0 }}
          onChange={onChange}
        />
      )}
      <Button
        type="submit"
        fullWidth
        loading={isBusy}
        disabled={kind === 'totp' ? value.length < 6 : !value.trim()}
      >
        {texts('confirm')}
      </Button>
    </form>
  )
}
