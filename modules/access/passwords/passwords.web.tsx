import { Button, Group, Modal, PasswordInput, type PasswordInputProps, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bindContract, session } from '#kit/web/api.web.ts'
import { warn } from '#kit/web/dialogs.web.tsx'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { LoadingOverlay } from '#kit/web/parts.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { Frame, PageLink, Trouble } from '../frame.web.tsx'
import css from '../frame.module.css'
import { passwords } from './passwords.contract.ts'

const api = bindContract(passwords)

/** The specification's least length of a new password. */
const leastLength = 4
const closeDelay = 200
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** Text fields of a small form: their values, and which of them have been left. */
function useFields<Name extends string>(initial: Record<Name, string>) {
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<Partial<Record<Name, boolean>>>({})
  const bind = (name: Name, fault?: string) => ({
    name,
    value: values[name],
    error: left[name] ? fault : undefined,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
    },
    onBlur: () => setLeft((now) => ({ ...now, [name]: true })),
  })
  return { values, bind }
}

/** A form that is sent: whether it is under way, and why it failed. Without TanStack Query, for which sign-in need not wait. */
function useSubmit(act: () => Promise<unknown>) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  async function run() {
    setPending(true)
    setFailure('')
    try {
      await act()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setPending(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return { isPending, failure, onSubmit }
}

/** /forgot-password */
export function ForgotPassword() {
  const { t } = useTranslation('access')
  const { values, bind } = useFields({ email: '' })
  const { isPending, onSubmit } = useSubmit(async () => {
    const asked = api.forgotPassword.call({ email: values.email.trim() })
    await warn({ title: t('forgot.title'), message: await asked.then(({ message }) => message, messageOf) })
  })
  const fault = values.email.trim() ? t('kit:faults.email') : t('forgot.emailRequired')
  const isGood = isEmail(values.email)
  return (
    <Frame title={t('forgot.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Text c="dimmed">{t('forgot.help')}</Text>
        <TextInput
          {...bind('email', isGood ? undefined : fault)}
          label={t('forgot.email')}
          type="email"
          autoFocus
          autoComplete="email"
          maxLength={200}
        />
        <Button type="submit" fullWidth loading={isPending} disabled={!isGood}>
          {t('submit')}
        </Button>
      </form>
      <PageLink to="/login" text={t('backToLogin')} />
    </Frame>
  )
}

/** /reset-password?token=… */
export function ResetPassword() {
  const { t } = useTranslation('access')
  const navigate = useNavigate()
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  const [state, setState] = useState<'waiting' | 'good' | 'spoilt'>(token ? 'waiting' : 'spoilt')
  const [reason, setReason] = useState('')
  const { values, bind } = useFields({ password: '', confirmPassword: '' })
  useEffect(() => {
    if (!token) return
    const stop = new AbortController()
    api.validateResetToken.call({ token }, { signal: stop.signal }).then(
      () => setState('good'),
      (error: unknown) => {
        if (stop.signal.aborted) return
        setReason(messageOf(error))
        setState('spoilt')
      },
    )
    return () => stop.abort()
  }, [token])
  const { isPending, failure, onSubmit } = useSubmit(async () => {
    const { message } = await api.resetPassword.call({ ...values, token })
    snackbar.success(message)
    await navigate({ to: '/login' })
  })
  const faults = newPasswordFaults(t, values.password, values.confirmPassword, t('reset.passwordRequired'))
  return (
    <Frame title={t('reset.title')}>
      {state === 'spoilt' && <Trouble text={reason || t('reset.noToken')} />}
      {failure && <Trouble text={failure} />}
      {state === 'waiting' && (
        <div className={css.waiting}>
          <LoadingOverlay />
        </div>
      )}
      {state === 'good' && (
        <form onSubmit={onSubmit} noValidate>
          <Secret {...bind('password', faults.first)} label={t('reset.password')} isNew autoFocus />
          <Secret {...bind('confirmPassword', faults.second)} label={t('reset.confirmPassword')} isNew />
          <Button type="submit" fullWidth loading={isPending} disabled={!faults.none}>
            {t('submit')}
          </Button>
        </form>
      )}
      <PageLink to="/login" text={t('backToLogin')} />
    </Frame>
  )
}

/** Opened from the account menu. After success it closes a moment later, and `onDone` signs the person out. */
export function ChangePassword({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('access')
  useFocusBack()
  const { values, bind } = useFields({ currentPassword: '', newPassword: '', newPasswordRepeat: '' })
  const { isPending, failure, onSubmit } = useSubmit(async () => {
    const { companyId = '', userId = '' } = session.read()?.company ?? {}
    const { message } = await api.changePassword.call({ companyId, userId, ...values })
    snackbar.success(message)
    setTimeout(() => {
      onClose()
      onDone()
    }, closeDelay)
  })
  const required = t('kit:faults.required')
  const faults = newPasswordFaults(t, values.newPassword, values.newPasswordRepeat, required)
  const current = values.currentPassword ? undefined : required
  return (
    <Modal opened centered size={420} onClose={onClose} title={t('change.title')} withCloseButton={false}>
      {failure && <Trouble text={failure} />}
      <form onSubmit={onSubmit} noValidate className={css.fields}>
        <Secret
          {...bind('currentPassword', current)}
          label={t('change.current')}
          withAsterisk
          data-autofocus
        />
        <Secret {...bind('newPassword', faults.first)} label={t('change.new')} withAsterisk isNew />
        <Secret {...bind('newPasswordRepeat', faults.second)} label={t('change.repeat')} withAsterisk isNew />
        <Text size="xs" c="dimmed">
          {t('kit:form.asterisk')}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={!faults.none || current !== undefined}>
            {t('change.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** A password with its show and hide control. */
function Secret({ isNew, ...rest }: PasswordInputProps & { isNew?: boolean }) {
  const { t } = useTranslation('access')
  return (
    <PasswordInput
      autoComplete={isNew ? 'new-password' : 'current-password'}
      maxLength={200}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
      {...rest}
    />
  )
}

function newPasswordFaults(t: TFunction<'access'>, first: string, second: string, required: string) {
  const tooShort = first.length < leastLength ? t('tooShort', { least: leastLength }) : undefined
  const faults = {
    first: first === '' ? required : tooShort,
    second: second === '' ? required : first === second ? undefined : t('notMatching'),
  }
  return { ...faults, none: !faults.first && !faults.second }
}
