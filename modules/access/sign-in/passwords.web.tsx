import { Button, Group, Modal, PasswordInput, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '#kit/web/api.web.ts'
import { warn } from '#kit/web/dialogs.web.tsx'
import { LoadingOverlay } from '#kit/web/parts.web.tsx'
import { messageOf } from '#kit/web/queries.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { signInCalls } from '../calls.web.ts'
import { Frame, Trouble } from './frame.web.tsx'
import { Links } from './sign-in.web.tsx'
import css from './sign-in.module.css'

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

const submitting = (act: () => void) => (event: FormEvent) => {
  event.preventDefault()
  act()
}

/** /forgot-password */
export function ForgotPassword() {
  const { t } = useTranslation('access')
  const { values, bind } = useFields({ email: '' })
  const ask = useMutation({
    mutationFn: async () => (await signInCalls()).forgotPassword.call({ email: values.email.trim() }),
    meta: { handled: true },
    onSuccess: ({ message }) => warn({ title: t('forgot.title'), message }),
    onError: (error) => warn({ title: t('forgot.title'), message: messageOf(error) }),
  })
  const fault = values.email.trim() ? t('kit:faults.email') : t('forgot.emailRequired')
  const isGood = isEmail(values.email)
  return (
    <Frame title={t('forgot.title')}>
      <form onSubmit={submitting(() => ask.mutate())} noValidate>
        <Text c="dimmed">{t('forgot.help')}</Text>
        <TextInput
          {...bind('email', isGood ? undefined : fault)}
          label={t('forgot.email')}
          type="email"
          autoFocus
          autoComplete="email"
          maxLength={200}
        />
        <Button type="submit" fullWidth loading={ask.isPending} disabled={!isGood}>
          {t('submit')}
        </Button>
      </form>
      <Links to="/login" text={t('backToLogin')} />
    </Frame>
  )
}

/** /reset-password?token=… */
export function ResetPassword() {
  const { t } = useTranslation('access')
  const navigate = useNavigate()
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  const { values, bind } = useFields({ password: '', confirmPassword: '' })
  const valid = useQuery({
    queryKey: ['reset-token', token],
    queryFn: async () => (await signInCalls()).validateResetToken.call({ token }),
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
  })
  const reset = useMutation({
    mutationFn: async () => (await signInCalls()).resetPassword.call({ ...values, token }),
    meta: { handled: true },
    onSuccess: async ({ message }) => {
      snackbar.success(message)
      await navigate({ to: '/login' })
    },
  })
  const faults = newPasswordFaults(values.password, values.confirmPassword, t('reset.passwordRequired'))
  const isGood = !faults.first && !faults.second
  const spoilt = token === '' || valid.isError
  return (
    <Frame title={t('reset.title')}>
      {spoilt && <Trouble text={valid.error ? messageOf(valid.error) : t('reset.noToken')} />}
      {reset.error && <Trouble text={messageOf(reset.error)} />}
      {valid.isSuccess && (
        <form onSubmit={submitting(() => reset.mutate())} noValidate>
          <NewPasswords {...faults} bind={bind} names={['password', 'confirmPassword']} autoFocus />
          <Button type="submit" fullWidth loading={reset.isPending} disabled={!isGood}>
            {t('submit')}
          </Button>
        </form>
      )}
      {!spoilt && valid.isPending && (
        <div style={{ position: 'relative', height: 120 }}>
          <LoadingOverlay />
        </div>
      )}
      <Links to="/login" text={t('backToLogin')} />
    </Frame>
  )

  function newPasswordFaults(first: string, second: string, required: string) {
    return {
      first: first === '' ? required : first.length < leastLength ? t('tooShort', { count: leastLength }) : undefined,
      second: second === '' ? required : first === second ? undefined : t('notMatching'),
    }
  }
}

/** Opened from the account menu: after success it closes, and the person signs in anew. */
export function ChangePassword({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('access')
  const { values, bind } = useFields({ currentPassword: '', newPassword: '', newPasswordRepeat: '' })
  const change = useMutation({
    mutationFn: async () => {
      const { companyId = '', userId = '' } = session.read()?.company ?? {}
      return (await signInCalls()).changePassword.call({ companyId, userId, ...values })
    },
    meta: { handled: true },
    onSuccess: ({ message }) => {
      snackbar.success(message)
      setTimeout(() => {
        onClose()
        onDone()
      }, closeDelay)
    },
  })
  return null
}
