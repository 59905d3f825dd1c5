import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, bindContract, session } from '#kit/web/api.web.ts'
import { showError } from '#kit/web/failures.web.ts'
import { Frame, PageLink, Trouble } from '../frame.web.tsx'
import { type Login, signIn, signInCodes } from './sign-in.contract.ts'

const calls = () => import('../calls.web.ts')
const WorkspaceChoice = lazy(() =>
  import('../workspaces/workspaces.web.tsx').then((m) => ({ default: m.WorkspaceChoice })),
)

const SecondStep = lazy(() => import('./second-step.web.tsx').then((m) => ({ default: m.SecondStep })))

const api = bindContract(signIn)

/** The address wanted before sign-in, if it is one of ours. */
const wanted = () => {
  const target = new URLSearchParams(location.search).get('redirect') ?? '/'
  return target.startsWith('/') && !target.startsWith('//') && !target.startsWith('/login') ? target : '/'
}

/** /login */
export function SignIn() {
  const { t } = useTranslation('access')
  const navigate = useNavigate()
  const [values, setValues] = useState({ username: '', password: '', pin: '' })
  const [left, setLeft] = useState<Record<string, boolean>>({})
  const [asksPin, setAsksPin] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [choosing, setChoosing] = useState(false)
  const [asksSecond, setAsksSecond] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)

  const go = () => void navigate({ to: wanted(), replace: true })
  useEffect(() => {
    if (session.isValid()) go()
    // Needed after the form: fetched while it is filled in.
    else void calls().catch(() => {})
    // Only when the screen opens: signing in has its own way on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    setLoading(true)
    setTrouble('')
    try {
      const { username, password, pin } = values
      const login = await api.login.call({ username, password, pin: pin || null })
      await enter(login)
    } catch (error) {
      if (error instanceof ApiError && error.code === signInCodes.secondStepRequired)
        return setAsksSecond(true)
      setTrouble(troubleOf(error))
      passwordField.current?.focus()
    } finally {
      setLoading(false)
    }
  }

  async function enter(login: Login) {
    session.save(login)
    dispatchEvent(new CustomEvent('login-success'))
    if (await mustChoose()) setChoosing(true)
    else go()
  }

  const back = useCallback((reason = '') => {
    setAsksSecond(false)
    setTrouble(reason)
  }, [])

  /** Places the person at the only workspace there is; true when there are several to choose from. */
  async function mustChoose() {
    try {
      const { enterWorkspace } = await calls()
      return (await enterWorkspace()) === 'several'
    } catch (error) {
      showError(error)
      return false
    }
  }

  function troubleOf(error: unknown) {
    if (!(error instanceof ApiError)) return t('signIn.incorrect')
    if (error.code === signInCodes.pinRequired) setAsksPin(true)
    if (error.code === signInCodes.refused || error.code === signInCodes.pinRequired)
      return error.message || t('signIn.incorrect')
    const isOurs = error.status === 0 || error.status === 429 || error.status >= 500
    return isOurs ? error.message : t('signIn.incorrect')
  }

  const field = (name: 'username' | 'password' | 'pin') => ({
    name,
    label: t(`signIn.${name}`),
    value: values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
    },
    onBlur: () => setLeft((now) => ({ ...now, [name]: true })),
  })
  const missing = (name: 'username' | 'password') =>
    left[name] && !values[name].trim() ? t(`signIn.${name}Required`) : undefined

  const choice = choosing && (
    <Suspense>
      <WorkspaceChoice onClose={go} />
    </Suspense>
  )
  if (asksSecond)
    return (
      <Suspense fallback={<Frame title={t('signIn.title')}>{null}</Frame>}>
        <SecondStep credentials={values} onDone={enter} onBack={back} />
        {choice}
      </Suspense>
    )
  return (
    <Frame title={t('signIn.title')}>
      {trouble && <Trouble text={trouble} />}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          {...field('username')}
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={missing('username')}
        />
        <PasswordInput
          {...field('password')}
          ref={passwordField}
          autoComplete="current-password"
          error={missing('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
        />
        {asksPin && (
          <PasswordInput
            {...field('pin')}
            autoFocus
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={8}
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
          />
        )}
        <Button
          type="submit"
          fullWidth
          loading={isLoading}
          disabled={!values.username.trim() || !values.password}
        >
          {t('signIn.submit')}
        </Button>
      </form>
      <PageLink to="/forgot-password" text={t('signIn.forgot')} />
      {choice}
    </Frame>
  )
}
